import type { LaunchIntent } from '../agents/adapter.ts';
import type { RunAgent } from './run-options.ts';

/** The part of an intent that the choice of the agent decides. */
export function agentIntent({
  model,
  reasoning_effort,
  command,
  args,
}: RunAgent): Pick<LaunchIntent, 'model' | 'reasoningEffort' | 'command' | 'extraArgs'> {
  return {
    ...(model !== undefined && { model }),
    ...(reasoning_effort !== undefined && { reasoningEffort: reasoning_effort }),
    ...(command !== undefined && { command }),
    ...(args !== undefined && { extraArgs: args }),
  };
}
