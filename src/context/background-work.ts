import { errorMessage } from '../base/errors.ts';
import { holdLease, LeaseTakenError } from '../storage/hold-lease.ts';
import type { Context } from './context.ts';
import { backfillAll } from './embed-items.ts';
import { tidyUp } from './lifecycle/run-lifecycle.ts';

/** What a process that stays open does for its memory when nobody waits for it. */
export interface BackgroundWork {
  /** The model works: items that went without, or have the vectors of another model, get theirs. */
  fillVectors(context: Context): void;
  /** Items were stored without vectors. */
  missedVectors(): void;
  /** An iteration has passed: what has become old enough moves on. */
  tidy(context: Context): void;
  close(): Promise<void>;
}

/** A command that only asks something is over by then, and leaves the work to processes that stay. */
const fillAfterMs = 2_000;
/** Whoever runs a loop by the tools may want to summarize and prune by itself, and comes first. */
const tidyAfterMs = 10_000;
const leaseMs = 30_000;

export function backgroundWork(
  pauses: { readonly fillMs: number; readonly tidyMs: number } = {
    fillMs: fillAfterMs,
    tidyMs: tidyAfterMs,
  },
): BackgroundWork {
  const closing = new AbortController();
  // Whoever has just opened a memory does not know what its last user left undone.
  let isMissing = true;
  const filling = task(pauses.fillMs, fill);
  const tidying = task(pauses.tidyMs, (context) => tidyUp(context, closing.signal));

  async function fill(context: Context): Promise<void> {
    const { database, logger, clock } = context;
    try {
      const purpose = 'items get their vectors';
      const lease = await holdLease(database, { name: 'vectors', purpose, ttlMs: leaseMs, clock });
      try {
        const { failure } = await backfillAll(context, closing.signal);
        if (failure !== undefined) isMissing = true;
      } finally {
        await lease.release();
      }
    } catch (thrown) {
      // Somebody else is at it, or the database is busy: the next question comes back to it.
      isMissing = true;
      if (!(thrown instanceof LeaseTakenError))
        logger.debug('items wait for their vectors', { reason: errorMessage(thrown) });
    }
  }

  return {
    fillVectors(context) {
      if (!isMissing || closing.signal.aborted) return;
      isMissing = false;
      filling.start(context);
    },
    missedVectors() {
      isMissing = true;
    },
    tidy(context) {
      if (!closing.signal.aborted) tidying.start(context);
    },
    async close() {
      closing.abort();
      await filling.end();
      await tidying.end();
    },
  };
}

/** Work that starts after a pause, once at a time, and keeps no process alive. */
function task(pauseMs: number, work: (context: Context) => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  return {
    start(context: Context): void {
      if (timer || running) return;
      timer = setTimeout(() => {
        timer = undefined;
        running = work(context).finally(() => {
          running = undefined;
        });
      }, pauseMs);
      timer.unref();
    },
    async end(): Promise<void> {
      clearTimeout(timer);
      await running;
    },
  };
}
