import type { RunPhase } from '../run.ts';
import type { RunListener } from '../run-listener.ts';
import type { RunOptions } from '../run-options.ts';
import type { RunServices } from '../run-services.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import type { RunMemory } from '../store/run-memory.ts';
import type { StoredRun } from '../store/run-rows.ts';
import type { RunStore } from '../store/run-store.ts';
import type { WorkSource } from '../work.ts';
import type { Journal } from './journal.ts';

/** What every step of a run works with. */
export interface RunContext {
  readonly services: RunServices;
  readonly store: RunStore;
  readonly runId: string;
  readonly options: RunOptions;
  readonly journal: Journal;
  readonly listener: RunListener;
  /** Aborted when the run shall not go on: it was cancelled, or the lease is lost. */
  readonly signal: AbortSignal;
  /** Aborted when the lease is lost: another process may have the run. */
  readonly lost: AbortSignal;
  /** Where snapshots and kept work are. */
  readonly scratch: string;
  run(): Promise<StoredRun>;
  iterations(): Promise<StoredIteration[]>;
}

/** A run whose place is made: it can be worked on. */
export interface PreparedRun extends RunContext {
  /** Where the agent works. */
  readonly folder: string;
  readonly work: WorkSource;
}

export async function remember(context: RunContext, more: Partial<RunMemory>): Promise<void> {
  const { memory } = await context.run();
  await context.journal.write({ run: { memory: { ...memory, ...more } } });
}

export async function enterPhase(
  context: RunContext,
  phase: RunPhase,
  iteration: number | null = null,
): Promise<void> {
  await context.journal.write({
    run: { phase, waiting: null },
    events: [{ iteration, event: { kind: 'phase', phase } }],
  });
}

export function timeOf(context: Pick<RunContext, 'services'>): string {
  return context.services.clock.now().toISOString();
}
