export interface TimeLimit {
  /** Aborts when the time is up, or with one of the signals given. */
  readonly signal: AbortSignal;
  /** Whether it was the time. */
  isOver(): boolean;
  /** Has to be called once the work is done. */
  end(): void;
}

/**
 * Signals and a time in one. By hand, because what `AbortSignal.any` returns may be collected while only a response
 * that is still being read waits for it, and then nothing ends that read.
 */
export function timeLimit(
  ms: number,
  signals: readonly (AbortSignal | undefined)[] = [],
): TimeLimit {
  const controller = new AbortController();
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    controller.abort(new Error(`no answer within ${ms} ms`));
  }, ms);
  const sources = signals.filter((signal) => signal !== undefined);
  const follow = sources.map((source) => {
    const abort = () => controller.abort(source.reason);
    if (source.aborted) abort();
    else source.addEventListener('abort', abort, { once: true });
    return () => source.removeEventListener('abort', abort);
  });
  return {
    signal: controller.signal,
    isOver: () => over,
    end() {
      clearTimeout(timer);
      for (const stop of follow) stop();
    },
  };
}
