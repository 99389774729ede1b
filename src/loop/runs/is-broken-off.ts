import type { Clock } from '../../base/clock.ts';
import type { LeaseSchema } from '../../storage/leases.ts';
import type { Database } from '../../storage/open-database.ts';
import { isRunLeaseHeld } from './engine/run-lease.ts';
import type { RunStore } from './store/run-store.ts';

/** Whether a run goes on by its row, but no process is at work on it: it was killed, or the machine went down. */
export async function isBrokenOff(
  database: Database<LeaseSchema>,
  store: Pick<RunStore, 'get'>,
  runId: string,
  clock: Clock,
): Promise<boolean> {
  const goesOn = async () => (await store.get(runId)).status === 'running';
  if (!(await goesOn()) || (await isRunLeaseHeld(database, { clock }))) return false;
  // It may have ended in order between the two looks.
  return goesOn();
}
