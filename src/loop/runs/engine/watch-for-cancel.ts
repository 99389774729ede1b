import type { HeldLease } from '../../../storage/hold-lease.ts';
import type { RunStore } from '../store/run-store.ts';

const lookEveryMs = 500;

export interface CancelWatch {
  /** Aborted when the run shall not go on: the caller's signal, a request in the database, or a lost lease. */
  readonly signal: AbortSignal;
  /** Looks at once, and then again and again. */
  start(): Promise<void>;
  stop(): void;
}

export function watchForCancel(options: {
  readonly runId: string;
  readonly store: RunStore;
  readonly lease: HeldLease;
  readonly signal: AbortSignal;
}): CancelWatch {
  const { runId, store, lease, signal } = options;
  const requested = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    // A database that is busy for a moment is asked again.
    const run = await store.get(runId).catch(() => undefined);
    if (run?.cancel_requested) requested.abort();
  };
  return {
    signal: AbortSignal.any([signal, lease.signal, requested.signal]),
    async start() {
      await look();
      timer = setInterval(() => void look(), lookEveryMs);
    },
    stop: () => clearInterval(timer),
  };
}
