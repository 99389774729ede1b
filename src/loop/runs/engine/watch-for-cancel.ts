import type { HeldLease } from '../../../storage/hold-lease.ts';
import type { RunStore } from '../store/run-store.ts';

const lookEveryMs = 500;

/** Aborts when the run shall not go on: the caller's signal, a request in the database, or a lost lease. */
export function watchForCancel(options: {
  readonly runId: string;
  readonly store: RunStore;
  readonly lease: HeldLease;
  readonly signal: AbortSignal;
}): { readonly signal: AbortSignal; stop(): void } {
  const { runId, store, lease, signal } = options;
  const requested = new AbortController();
  const look = async () => {
    // A database that is busy for a moment is asked again.
    const run = await store.get(runId).catch(() => undefined);
    if (run?.cancel_requested) requested.abort();
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  return {
    signal: AbortSignal.any([signal, lease.signal, requested.signal]),
    stop: () => clearInterval(timer),
  };
}
