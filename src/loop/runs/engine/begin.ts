import { adapters } from '../../agents/adapters.ts';
import { ownMark } from '../../guards/own-mark.ts';
import { unmeasurableBudget } from '../rules/budgets.ts';
import { hasEnded } from '../run.ts';
import type { RunOptions } from '../run-options.ts';
import type { StoredRun } from '../store/run-rows.ts';
import { activeMs } from './next-step.ts';
import { endLeftovers } from './recover.ts';
import { type RunContext, timeOf } from './run-context.ts';

/** The run is running from here on, for the first time or again. */
export async function beginRun(context: RunContext): Promise<void> {
  const run = await context.run();
  await endLeftovers(context);
  const now = timeOf(context);
  const memory = {
    ...run.memory,
    worker: ownMark,
    active_since: now,
    active_ms: await activeSoFar(context, run),
  };
  const running = { status: 'running', phase: 'starting', waiting: null } as const;
  if (run.status === 'queued') {
    await context.journal.write({
      run: { ...running, started_at: now, memory },
      events: [{ iteration: null, event: startEvent(run) }],
    });
    return;
  }
  if (!hasEnded(run)) {
    await context.journal.write({ run: { ...running, memory } });
    return;
  }
  // What ended it shall not end it again at once: a person has asked to go on.
  await context.store.reopen(run.id, {
    ...running,
    ended_at: null,
    exit_code: null,
    reason: null,
    memory: { ...memory, forgiven: (await context.iterations()).length, limits: {} },
  });
}

/** Nobody knows when a killed process ended; its last event is the last sign of it. */
async function activeSoFar(context: RunContext, run: StoredRun): Promise<number> {
  if (run.memory.active_since === undefined) return run.memory.active_ms ?? 0;
  const last = await context.store.lastEventAt(run.id);
  return activeMs(run, new Date(last ?? run.memory.active_since));
}

function startEvent({ id, options, log_path }: StoredRun) {
  const { budgets } = options;
  const branch = options.branch ?? (options.worktree ? `ralph/${id}` : null);
  return {
    kind: 'run_started',
    mode: options.kind === 'understand' ? 'topics' : options.mode,
    agent: options.agents[0]?.name ?? '',
    gates: options.gates.map(({ name, run }) => ({ name, run })),
    budgets: Object.fromEntries(
      Object.entries(budgets).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
    log_path,
    ...(branch !== null && { branch, worktree: options.worktree }),
  } as const;
}

/** A cap that nothing can be held against; refused again here, whoever wrote the options. */
export function unheldBudget({ budgets, agents }: RunOptions): string | undefined {
  return unmeasurableBudget(
    budgets,
    agents.map(({ name, prices }) => ({
      name,
      reportsCost: adapters[name].reports.cost,
      reportsTokens: adapters[name].reports.tokens,
      priced: prices !== undefined && Object.keys(prices).length > 0,
    })),
  );
}
