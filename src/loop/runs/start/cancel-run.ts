import type { Database } from '../../../storage/open-database.ts';
import type { LoopServices, LoopTables } from '../../services.ts';
import { isRunLeaseHeld } from '../engine/run-lease.ts';
import type { Run } from '../run.ts';
import type { RunStore } from '../store/run-store.ts';
import { startDetachedRun } from './start-detached-run.ts';

/** Asks the process of a run to end it; a run that has none gets one that does. */
export async function cancelRun(
  services: LoopServices,
  {
    root,
    database,
    store,
    run,
  }: {
    readonly root: string;
    readonly database: Database<LoopTables>;
    readonly store: RunStore;
    readonly run: Run;
  },
  by: string,
): Promise<void> {
  await store.requestCancel(run.id, by);
  if (run.status === 'queued' || (await isRunLeaseHeld(database, services))) return;
  const { program, env } = services;
  await startDetachedRun({ program, root, runId: run.id, env });
}
