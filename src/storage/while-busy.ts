import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from './sqlite-errors.ts';

/**
 * SQLite itself waits this long for a lock before it gives up. It blocks the whole process while it
 * waits, so the wait is short, and `whileBusy` goes on waiting without blocking.
 */
export const blockingWaitMs = 100;

/** How long a caller is kept waiting for other processes in all. */
export const busyTimeoutMs = 5_000;

/** Tries again, without blocking the process, until the lock is free or the time is up. */
export async function whileBusy<T>(attempt: () => T, limitMs = busyTimeoutMs): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    try {
      return attempt();
    } catch (thrown) {
      if (!isBusy(thrown) || performance.now() >= deadline) throw thrown;
    }
    // Random pauses keep processes that collided from colliding again in step.
    await sleep(5 + Math.random() * 20);
  }
}
