import { settlesWithin } from './within.ts';

/** Counts the calls that are running, so that a server can refuse too many and finish those it has. */
export interface CallTracker {
  readonly running: number;
  /** Aborts when the server gives up waiting: every call's signal follows it. */
  readonly signal: AbortSignal;
  /** Takes a place for a caller who may give up, or answers undefined when all are taken. */
  enter(caller?: AbortSignal): CallPlace | undefined;
  /** Resolves when nothing runs any more; after `graceMs` it tells the rest to stop. */
  drain(graceMs: number): Promise<void>;
}

export interface CallPlace {
  /** Aborts with the caller and with the server. */
  readonly signal: AbortSignal;
  /** Does nothing once the call has left. */
  cancel(reason: unknown): void;
  /** `endedWhole`: nothing of the call goes on, so that its signal can serve the next one. */
  leave(endedWhole?: boolean): void;
}

/** How long a call that was told to stop may take to do so before it is left behind. */
const stoppingMs = 1_000;

export function createCallTracker(most = 64): CallTracker {
  const stop = new AbortController();
  const waiting = new Set<() => void>();
  // By hand and not by AbortSignal.any, which costs several times as much, and every call comes through here.
  const running = new Set<AbortController>();
  // Making one is a tenth of what a call through the catalog costs.
  const spare: AbortController[] = [];
  const idle = () =>
    running.size === 0
      ? Promise.resolve()
      : new Promise<void>((resolve) => {
          waiting.add(resolve);
        });
  return {
    get running() {
      return running.size;
    },
    signal: stop.signal,
    enter(caller) {
      if (running.size >= most) return undefined;
      const call = (caller ? undefined : spare.pop()) ?? new AbortController();
      let hasLeft = false;
      const onAbort = () => call.abort(caller?.reason);
      if (caller?.aborted) onAbort();
      else if (stop.signal.aborted) call.abort(stop.signal.reason);
      else caller?.addEventListener('abort', onAbort, { once: true });
      running.add(call);
      return {
        signal: call.signal,
        cancel(reason) {
          if (!hasLeft) call.abort(reason);
        },
        leave(endedWhole = false) {
          if (hasLeft) return;
          hasLeft = true;
          running.delete(call);
          if (endedWhole && !caller && !call.signal.aborted) spare.push(call);
          caller?.removeEventListener('abort', onAbort);
          if (running.size > 0) return;
          for (const resolve of waiting) resolve();
          waiting.clear();
        },
      };
    },
    async drain(graceMs) {
      await settlesWithin(idle(), graceMs);
      stop.abort(new Error('the server is shutting down'));
      for (const call of running) call.abort(stop.signal.reason);
      await settlesWithin(idle(), stoppingMs);
    },
  };
}
