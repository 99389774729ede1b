import { hostname } from 'node:os';
import type { Transaction } from 'kysely';
import { type Clock, systemClock } from '../base/clock.ts';
import { errorMessage, UserError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Logger } from '../base/logger.ts';
import type { Database } from './database.ts';
import { createLeases, type Lease, type LeaseHolder, type LeaseSchema } from './leases.ts';

export interface HoldLeaseOptions {
  readonly name: string;
  /** What it is held for, in words for whoever finds it taken: `run run_01…`. */
  readonly purpose: string;
  /** How long a dead holder keeps others waiting. */
  readonly ttlMs: number;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** A lease that renews itself until it is released. */
export interface HeldLease {
  readonly name: string;
  readonly token: number;
  /** Aborted when the lease is lost: stop at once, someone else may be at work. */
  readonly signal: AbortSignal;
  /** Throws in a transaction of somebody who lost it, before they write: one who was stopped for a while finds out here. */
  assertHeld(tx: Transaction<LeaseSchema>): Promise<void>;
  release(): Promise<void>;
}

/** Someone else holds the lease; the message says who and since when. */
export class LeaseTakenError extends UserError {
  override readonly name = 'LeaseTakenError';
  readonly heldBy: Lease;

  constructor(
    heldBy: Lease,
    words: { readonly message: string; readonly hint: string } = inWords(heldBy),
  ) {
    super(words.message, { hint: words.hint });
    this.heldBy = heldBy;
  }
}

function inWords({ name, holder: { pid, host, purpose }, since, expiresAt }: Lease) {
  return {
    message: `"${name}" is in use by process ${pid} on ${host} since ${since.toISOString()}: ${purpose}.`,
    hint: `Wait for it or end it, and try again. If that process is gone, this clears by itself by ${expiresAt.toISOString()}.`,
  };
}

const takenByAnother = 'another process has taken it';

/** Takes the lease and keeps it by renewing at a third of its life; throws LeaseTakenError when it is held. */
export async function holdLease(
  database: Database<LeaseSchema>,
  options: HoldLeaseOptions,
): Promise<HeldLease> {
  const { clock = systemClock, ttlMs, logger } = options;
  const leases = createLeases({ database, clock });
  const result = await leases.acquire(options.name, thisProcess(options.purpose), ttlMs);
  if (!result.acquired) throw new LeaseTakenError(result.heldBy);

  const controller = new AbortController();
  let lease = result.lease;
  let beat: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let released: Promise<void> | undefined;

  function lose(why: string): void {
    logger?.error('lease lost', { lease: lease.name, token: lease.token, why });
    controller.abort(new Error(`The lease "${lease.name}" was lost: ${why}.`));
  }

  async function renew(): Promise<void> {
    try {
      const renewed = await leases.renew(lease, ttlMs);
      if (renewed) lease = renewed;
      else lose(takenByAnother);
    } catch (thrown) {
      // A busy or full disk may recover before the lease expires; after that others may have it.
      if (clock.now() >= lease.expiresAt) lose(`it could not be renewed: ${errorMessage(thrown)}`);
      else logger?.warn('lease not renewed, trying again', { reason: errorMessage(thrown) });
    }
    if (!released && !controller.signal.aborted) schedule();
  }

  function schedule(): void {
    timer = setTimeout(() => {
      beat = renew();
    }, ttlMs / 3);
    // Holding a lease is no reason for a process to stay alive.
    timer.unref();
  }

  async function release(): Promise<void> {
    clearTimeout(timer);
    await beat;
    if (!controller.signal.aborted) await leases.release(lease);
  }

  schedule();
  return {
    name: lease.name,
    token: lease.token,
    signal: controller.signal,
    async assertHeld(tx) {
      if (!controller.signal.aborted && !(await leases.holds(tx, lease))) lose(takenByAnother);
      controller.signal.throwIfAborted();
    },
    release: () => {
      released ??= release();
      return released;
    },
  };
}

function thisProcess(purpose: string): LeaseHolder {
  return { id: newId('holder'), pid: process.pid, host: hostname(), purpose };
}
