/** Ends a call when its time is over or its caller gives up. Time spent waiting for a person does not count. */
export interface CallTimer {
  readonly isOver: boolean;
  /** Called once when it is over. One listener: the request that is under way. */
  onOver(listener: () => void): void;
  readonly timedOut: boolean;
  paused<Result>(wait: () => Promise<Result>): Promise<Result>;
  dispose(): void;
}

export function startCallTimer(limitMs: number, caller: AbortSignal): CallTimer {
  let isOver = false;
  let listener: (() => void) | undefined;
  let timedOut = false;
  let left = limitMs;
  let startedAt = performance.now();
  let waiting = 0;
  let disposed = false;
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    isOver = true;
    listener?.();
  };
  const run = () => {
    startedAt = performance.now();
    timer = setTimeout(() => {
      timedOut = true;
      end();
    }, left);
  };
  caller.addEventListener('abort', end, { once: true });
  if (caller.aborted) end();
  else run();
  return {
    get isOver() {
      return isOver;
    },
    onOver(called) {
      listener = called;
    },
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
        if (--waiting === 0 && !disposed && !isOver) run();
      }
    },
    dispose() {
      disposed = true;
      clearTimeout(timer);
      caller.removeEventListener('abort', end);
    },
  };
}
