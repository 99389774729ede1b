/** Ends a call when its time is over or its caller gives up. Time spent waiting for a person does not count. */
export class CallTimer {
  isOver = false;
  timedOut = false;
  #listener: (() => void) | undefined;
  #left: number;
  #startedAt = 0;
  #waiting = 0;
  #disposed = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #caller: AbortSignal;
  readonly #end = () => {
    this.isOver = true;
    this.#listener?.();
  };

  constructor(limitMs: number, caller: AbortSignal) {
    this.#left = limitMs;
    this.#caller = caller;
    caller.addEventListener('abort', this.#end);
    if (caller.aborted) this.#end();
    else this.#run();
  }

  /** Called once when it is over. One listener: the request that is under way. */
  onOver(listener: () => void): void {
    this.#listener = listener;
  }

  async paused<Result>(wait: () => Promise<Result>): Promise<Result> {
    if (this.#waiting++ === 0) {
      clearTimeout(this.#timer);
      this.#left -= performance.now() - this.#startedAt;
    }
    try {
      return await wait();
    } finally {
      if (--this.#waiting === 0 && !this.#disposed && !this.isOver) this.#run();
    }
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    this.#caller.removeEventListener('abort', this.#end);
  }

  #run(): void {
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => {
      this.timedOut = true;
      this.#end();
    }, this.#left);
  }
}
