import { settlesWithin } from './within.ts';

/** Counts the calls that are running, so that a server can refuse too many and finish those it has. */
export interface CallTracker {
  readonly running: number;
  /** Aborts when the server gives up waiting: every call's signal follows it. */
  readonly signal: AbortSignal;
  /** Takes a place, or answers undefined when all are taken. */
  enter(): (() => void) | undefined;
  /** Resolves when nothing runs any more; after `graceMs` it tells the rest to stop. */
  drain(graceMs: number): Promise<void>;
}

/** How long a call that was told to stop may take to do so before it is left behind. */
const stoppingMs = 1_000;

export function createCallTracker(most = 64): CallTracker {
  const stop = new AbortController();
  const waiting = new Set<() => void>();
  let running = 0;
  const idle = () =>
    running === 0
      ? Promise.resolve()
      : new Promise<void>((resolve) => {
          waiting.add(resolve);
        });
  return {
    get running() {
      return running;
    },
    signal: stop.signal,
    enter() {
      if (running >= most) return undefined;
      running++;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        running--;
        if (running > 0) return;
        for (const resolve of waiting) resolve();
        waiting.clear();
      };
    },
    async drain(graceMs) {
      await settlesWithin(idle(), graceMs);
      stop.abort(new Error('the server is shutting down'));
      await settlesWithin(idle(), stoppingMs);
    },
  };
}
