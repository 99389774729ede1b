import { userInfo } from 'node:os';
import { allowAll, invokeTool, type ToolOutcome } from '../../tool/invoke-tool.ts';
import type { Registry } from '../../tool/registry.ts';
import type { Invocation } from '../command.ts';
import { onlyForPeople } from '../only-for-people.ts';

/** Limits protect a model's context; a person asked for the whole answer. */
const unlimited = { text: Number.MAX_SAFE_INTEGER, structured: Number.MAX_SAFE_INTEGER };

/** Calls a tool as the person at the keyboard: every tool is allowed, without a session. */
export async function callTool(
  registry: Registry,
  name: string,
  input: unknown,
  { env, logger, signal }: Pick<Invocation, 'env' | 'logger' | 'signal'>,
): Promise<ToolOutcome> {
  const tool = registry.get(name);
  if (tool?.toolset === 'project' && !tool.annotations.readOnlyHint) onlyForPeople({ env });
  const outcome = await invokeTool({
    registry,
    policy: allowAll,
    name,
    input,
    limits: unlimited,
    context: {
      caller: { author: userName(env), via: 'cli', session: null },
      signal,
      client: {},
      progress: ({ message, progress, total }) =>
        logger.info(message ?? 'progress', { tool: name, progress, total }),
    },
    onBug: (thrown, tool) => logger.error(`${tool} failed`, { error: thrown }),
  });
  // A cancelled call is the invocation's end, not the tool's answer.
  if (!outcome.ok) signal.throwIfAborted();
  return outcome;
}

/** Whose name stands on what is changed from this command line. */
export function userName(env: Invocation['env']): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id that no account has.
    return env.USER ?? env.USERNAME ?? 'human';
  }
}
