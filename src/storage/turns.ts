/** Ends a turn. Calling it again does nothing. */
export type EndTurn = () => void;

export interface Turns {
  /** Waits for every earlier turn to end. */
  take(): Promise<EndTurn>;
  /** Refuses all turns not yet begun, with this error. */
  stop(error: Error): void;
}

interface Waiting {
  begin(): void;
  refuse(error: Error): void;
}

/** First come, first served, one at a time: what keeps two transactions on one connection apart. */
export function createTurns(options: { readonly limitMs: number }): Turns {
  const waiting: Waiting[] = [];
  let busy = false;
  let stopped: Error | undefined;

  function next(): void {
    const first = waiting.shift();
    if (first) first.begin();
    else busy = false;
  }

  function turn(): EndTurn {
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      next();
    };
  }

  function wait(): Promise<EndTurn> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        begin: () => {
          clearTimeout(timer);
          resolve(turn());
        },
        refuse: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(new Error(overdue(options.limitMs)));
      }, options.limitMs);
      waiting.push(entry);
    });
  }

  return {
    async take() {
      if (stopped) throw stopped;
      if (busy) return wait();
      busy = true;
      return turn();
    },
    stop(error) {
      stopped = error;
      for (const entry of waiting.splice(0)) entry.refuse(error);
    },
  };
}

function overdue(limitMs: number): string {
  return (
    `Waited ${limitMs} ms for the database because a transaction has not ended. ` +
    'It probably awaits something that itself uses the database outside the transaction.'
  );
}
