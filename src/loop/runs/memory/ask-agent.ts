import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { AgentEvent } from '../../agents/adapter.ts';
import { adapters } from '../../agents/adapters.ts';
import { launchAgent } from '../../agents/launch-agent.ts';
import { agentIntent } from '../agent-intent.ts';
import { createMeter } from '../engine/spend.ts';
import type { Spend } from '../run.ts';
import type { RunAgent } from '../run-options.ts';

export interface Answered {
  /** Everything it said. */
  readonly text: string;
  readonly spend: Spend;
  /** Why there is nothing to be had from the answer. */
  readonly problem: string | undefined;
}

const idleTimeoutMs = 120_000;

/** One question to an agent: without tools, in an empty folder, where there is nothing that it could change. */
export async function askAgent(question: {
  readonly agent: RunAgent;
  readonly prompt: string;
  readonly launchId: string;
  readonly dataFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  onSpend?(spend: Spend): void;
}): Promise<Answered> {
  const { agent, prompt, launchId, env, signal } = question;
  const scratch = path.join(question.dataFolder, 'launches', launchId);
  const cwd = path.join(scratch, 'empty');
  const meter = createMeter(agent);
  const said: string[] = [];
  let final: string | undefined;
  const onEvent = (event: AgentEvent) => {
    if (event.kind === 'text') said.push(event.text);
    if (event.kind === 'final') final = event.text;
    if (meter.add(event)) question.onSpend?.(meter.spend());
  };
  await mkdir(cwd, { recursive: true, mode: 0o700 });
  try {
    const { ended, exit_code, error, rate_limit } = await launchAgent({
      adapter: adapters[agent.name],
      intent: {
        prompt,
        cwd,
        mcpConfig: null,
        mcpTools: [],
        permission: 'read_only',
        env,
        scratch,
        ...agentIntent(agent),
      },
      signal,
      idleTimeoutMs,
      launchId,
      onEvent,
    });
    const well = ended === 'exited' && exit_code === 0;
    const problem = error?.message ?? rate_limit?.message ?? (well ? undefined : `it ${ended}`);
    return { text: final || said.join('\n'), spend: meter.spend(), problem };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
