/** Ends a call when its time is over or its caller gives up. Time spent waiting for a person does not count. */
export interface CallTimer {
  readonly signal: AbortSignal;
  readonly timedOut: boolean;
  paused<Result>(wait: () => Promise<Result>): Promise<Result>;
  dispose(): void;
}

export function startCallTimer(limitMs: number, caller: AbortSignal): CallTimer {
  const controller = new AbortController();
  let timedOut = false;
  let left = limitMs;
  let startedAt = performance.now();
  let waiting = 0;
  let disposed = false;
  let timer: NodeJS.Timeout | undefined;
  const run = () => {
    startedAt = performance.now();
    timer = setTimeout(() => {
      timedOut = true;
      controller.abort();
    }, left);
  };
  const onAbort = () => controller.abort(caller.reason);
  caller.addEventListener('abort', onAbort, { once: true });
  if (caller.aborted) onAbort();
  else run();
  return {
    signal: controller.signal,
    get timedOut() {
      return timedOut;
    },
    async paused(wait) {
      if (waiting++ === 0) {
        clearTimeout(timer);
        left -= performance.now() - startedAt;
      }
      try {
        return await wait();
      } finally {
        if (--waiting === 0 && !disposed && !controller.signal.aborted) run();
      }
    },
    dispose() {
      disposed = true;
      clearTimeout(timer);
      caller.removeEventListener('abort', onAbort);
    },
  };
}
