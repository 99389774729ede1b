import { hostname } from 'node:os';
import { isProcessGone } from '../../../base/processes/launched-processes.ts';
import { type HeldLease, holdLease, LeaseTakenError } from '../../../storage/hold-lease.ts';
import { createLeases, type Lease, type LeaseSchema } from '../../../storage/leases.ts';
import type { Database } from '../../../storage/open-database.ts';
import type { RunServices } from '../run-services.ts';

const name = 'run';
const ttlMs = 15_000;

/** What a process that works on a run holds the lease for. */
export function leasePurpose(runId: string): string {
  return `run ${runId}`;
}

/** Whether it is certain that a living process works on this run; of one on another machine that is not known. */
export function isAtWork({ holder: { host, purpose } }: Lease, runId: string): boolean {
  return purpose === leasePurpose(runId) && host === hostname();
}

/**
 * The one right to work in a root. A holder whose process is gone from this machine need not be waited for; should
 * it live after all, it is fenced off: its next renewal or word in the journal fails, and it stops.
 */
export async function holdRunLease(
  database: Database<LeaseSchema>,
  services: Pick<RunServices, 'clock' | 'logger'>,
  purpose: string,
): Promise<HeldLease> {
  const { clock, logger } = services;
  const hold = () => holdLease(database, { name, purpose, ttlMs, clock, logger });
  try {
    return await hold();
  } catch (thrown) {
    if (!(thrown instanceof LeaseTakenError)) throw thrown;
    if (!isGone(thrown.heldBy.holder)) throw atWork(thrown.heldBy);
    await createLeases({ database, clock }).release(thrown.heldBy);
    return await hold();
  }
}

function atWork(lease: Lease): LeaseTakenError {
  const { purpose, pid, host } = lease.holder;
  const run = /^run (\S+)$/.exec(purpose)?.[1];
  const what = `${purpose.slice(0, 1).toUpperCase()}${purpose.slice(1)}`;
  const elsewhere = host === hostname() ? '' : ` on ${host}`;
  return new LeaseTakenError(lease, {
    message: `${what} is under way in this root, in process ${pid}${elsewhere}.`,
    hint: run
      ? `Follow it with "ralph runs watch ${run}", or end it with "ralph runs cancel ${run}".`
      : 'Wait until it has ended, then run the same command again.',
  });
}

/** Whether someone is at work in the root right now. */
export async function isRunLeaseHeld(
  database: Database<LeaseSchema>,
  { clock }: Pick<RunServices, 'clock'>,
): Promise<boolean> {
  const lease = await createLeases({ database, clock }).current(name);
  return lease !== undefined && !isGone(lease.holder);
}

function isGone({ pid, host }: { readonly pid: number; readonly host: string }): boolean {
  return host === hostname() && isProcessGone(pid);
}
