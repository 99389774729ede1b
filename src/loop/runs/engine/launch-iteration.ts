import { rm } from 'node:fs/promises';
import path from 'node:path';
import { redactText } from '../../../base/redaction.ts';
import type { LaunchIntent, Permission } from '../../agents/adapter.ts';
import { adapters } from '../../agents/adapters.ts';
import { launchAgent } from '../../agents/launch-agent.ts';
import type { AgentOutcome } from '../../agents/outcome.ts';
import { type PutBack, shelterOwnFiles } from '../../guards/own-files.ts';
import { agentIntent } from '../agent-intent.ts';
import { hearLaunch } from '../memory/hear-launch.ts';
import type { Spend } from '../run.ts';
import type { RunAgent, RunOptions } from '../run-options.ts';
import type { Heard } from '../store/run-memory.ts';
import type { Assignment } from '../work.ts';
import { launchLimit } from './launch-limit.ts';
import { activeMs } from './next-step.ts';
import type { PreparedRun } from './run-context.ts';
import { createMeter, reachesCap } from './spend.ts';

export interface Launched {
  readonly outcome: AgentOutcome;
  readonly spend: Spend;
  readonly heard: Heard;
  /** It was ended because the run had nothing left to spend. */
  readonly outOf: 'time' | 'budget' | null;
}

/** One launch of the agent. What it reports is written as it comes, so that a crash does not lose what was spent. */
export async function launchIteration(
  prepared: PreparedRun,
  launch: {
    readonly key: { readonly run_id: string; readonly number: number; readonly attempt: number };
    readonly launchId: string;
    readonly agent: RunAgent;
    readonly assignment: Assignment;
  },
): Promise<Launched> {
  const { journal, listener, options, services } = prepared;
  const { key, agent, assignment, launchId } = launch;
  const meter = createMeter(agent);
  const hearing = hearLaunch([
    ...(assignment.context?.ids ?? []),
    ...(assignment.context?.told ?? []),
  ]);
  const run = await prepared.run();
  const leftMs = options.budgets.minutes * 60_000 - activeMs(run, services.clock.now());
  const limit = launchLimit(options.budgets, { leftMs, signal: prepared.signal });
  const scratch = path.join(services.dataFolder, 'launches', launchId);

  listener.prompt(assignment.prompt);
  const putBack = shelterOwnFiles(services.root, prepared.scratch);
  try {
    const outcome = await launchAgent({
      adapter: adapters[agent.name],
      intent: intentFor(prepared, agent, assignment, scratch),
      signal: limit.signal,
      idleTimeoutMs: limit.idleTimeoutMs,
      launchId,
      onLine: (line, stream) => listener.agentLine(line, stream),
      onEvent(event) {
        hearing.add(event);
        if (event.kind === 'text') listener.agentText(event.text);
        if (event.kind === 'text' || event.kind === 'raw') return;
        const spends = meter.add(event);
        const change = spends ? { iteration: { key, patch: { spend: meter.spend() } } } : {};
        journal.note(key.number, { kind: 'agent', event }, change);
        if (spends && reachesCap(options.budgets, run.spend, meter.spend())) limit.endFor('budget');
      },
    });
    for (const message of removedText(putBack())) {
      journal.note(key.number, { kind: 'warning', message });
    }
    await journal.flush();
    return { outcome, spend: meter.spend(), heard: hearing.heard(), outOf: limit.outOf() };
  } finally {
    limit.clear();
    // Servers' secrets may be in it.
    await rm(scratch, { recursive: true, force: true });
  }
}

function removedText({ back, lost }: ReturnType<PutBack>): string[] {
  return [
    ...back.map((name) => `The agent had removed ${name}; it was put back.`),
    ...lost.map((name) => `The agent removed ${name}, and it could not be put back.`),
  ];
}

function intentFor(
  { services, options, folder, runId }: PreparedRun,
  agent: RunAgent,
  assignment: Assignment,
  scratch: string,
): LaunchIntent {
  return {
    prompt: assignment.prompt,
    cwd: folder,
    mcpConfig: assignment.mcp_config,
    mcpTools: assignment.tools,
    permission: permissionOf(options),
    env: services.env,
    scratch,
    ...(assignment.session_id !== null && {
      session: { id: assignment.session_id, root: services.root, runId },
    }),
    ...agentIntent(agent),
  };
}

/** The narrowest that lets the agent do what it is asked for. `understand` writes its map. */
function permissionOf(options: RunOptions): Permission {
  if (!options.allow_edits && options.kind !== 'understand') return 'read_only';
  return options.yolo ? 'full' : 'edit';
}

/** How a launch ended, in a word or two. */
export function endedText(
  { ended, exit_code, signal }: AgentOutcome,
  outOf: string | null,
): string {
  if (outOf !== null) return `out_of_${outOf}`;
  if (ended !== 'exited') return ended;
  if (signal !== null) return `killed by ${signal}`;
  return exit_code === 0 ? 'exited' : `exit code ${exit_code}`;
}

function endText(outcome: AgentOutcome): string {
  if (outcome.ended === 'idle') return 'it was silent for too long and was stopped';
  return `it ended as ${endedText(outcome, null)}`;
}

/** What the agent complains about, when it did not end well. */
export function troubleOf(outcome: AgentOutcome): string | undefined {
  const well = outcome.ended === 'exited' && outcome.exit_code === 0;
  if (well && outcome.error === undefined) return undefined;
  return redactText(outcome.error?.message ?? endText(outcome));
}
