import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { AgentEvent, LaunchIntent } from '../agents/adapter.ts';
import { adapters } from '../agents/adapters.ts';
import { launchAgent } from '../agents/launch-agent.ts';
import type { AgentOutcome } from '../agents/outcome.ts';
import { agentIntent } from '../runs/agent-intent.ts';
import { launchLimit } from '../runs/engine/launch-limit.ts';
import { createMeter, reachesCap } from '../runs/engine/spend.ts';
import type { Spend } from '../runs/run.ts';
import type { RunAgent, RunOptions } from '../runs/run-options.ts';
import type { PlanningServices } from './services.ts';

export interface PlannerLaunch {
  readonly id: string;
  readonly agent: RunAgent;
  readonly budgets: RunOptions['budgets'];
  readonly prompt: string;
  readonly mcpConfig: LaunchIntent['mcpConfig'];
  readonly tools: readonly string[];
  readonly signal: AbortSignal;
  onEvent(event: AgentEvent): void;
}

export interface Planned {
  readonly outcome: AgentOutcome;
  readonly spend: Spend;
  /** Everything that the agent said, in order. */
  readonly said: string;
  /** It was ended because it had nothing left to spend. */
  readonly outOf: 'time' | 'budget' | null;
}

/** One launch that may read and nothing else, within the budgets of a run. */
export async function launchPlanner(
  services: PlanningServices,
  launch: PlannerLaunch,
): Promise<Planned> {
  const { id, agent, budgets } = launch;
  const meter = createMeter(agent);
  const limit = launchLimit(budgets, { signal: launch.signal });
  const scratch = path.join(services.dataFolder, 'launches', id);
  const said: string[] = [];
  try {
    const outcome = await launchAgent({
      adapter: adapters[agent.name],
      intent: intentFor(services, launch, scratch),
      signal: limit.signal,
      idleTimeoutMs: limit.idleTimeoutMs,
      launchId: id,
      onEvent(event) {
        if (event.kind === 'text' || event.kind === 'final') said.push(event.text);
        if (meter.add(event) && reachesCap(budgets, meter.spend())) limit.endFor('budget');
        launch.onEvent(event);
      },
    });
    return { outcome, spend: meter.spend(), said: said.join('\n'), outOf: limit.outOf() };
  } finally {
    limit.clear();
    // Servers' secrets may be in it.
    await rm(scratch, { recursive: true, force: true });
  }
}

function intentFor(
  { root, env }: PlanningServices,
  { agent, prompt, mcpConfig, tools }: PlannerLaunch,
  scratch: string,
): LaunchIntent {
  return {
    prompt,
    cwd: root,
    mcpConfig,
    mcpTools: tools,
    permission: 'read_only',
    env,
    scratch,
    ...agentIntent(agent),
  };
}
