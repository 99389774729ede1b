import type { HeldLease } from '../../../storage/hold-lease.ts';
import type { RunEvent } from '../run-event.ts';
import type { RunListener } from '../run-listener.ts';
import type { RunChange, RunStore } from '../store/run-store.ts';

/** Writes what happens, in the order it happens, and tells those who follow the run after it is a row. */
export interface Journal {
  /** Waits until the change is written. */
  write(change: RunChange): Promise<void>;
  /** For callers that cannot wait; what went wrong comes out of the next `write` or `flush`. */
  note(iteration: number | null, event: RunEvent, change?: Omit<RunChange, 'events'>): void;
  flush(): Promise<void>;
}

export function createJournal(options: {
  readonly runId: string;
  readonly store: RunStore;
  readonly listener: RunListener;
  /** Without it the run is no longer this process's to write about. */
  readonly lease: Pick<HeldLease, 'assertHeld'>;
  onWritten?(change: RunChange): void;
}): Journal {
  const { runId, store, listener, lease } = options;
  let last: Promise<void> = Promise.resolve();
  let failure: { readonly thrown: unknown } | undefined;

  function enqueue(change: RunChange): Promise<void> {
    const done = last.then(async () => {
      const events = await store.write(runId, change, (tx) => lease.assertHeld(tx));
      options.onWritten?.(change);
      for (const recorded of events) listener.event(recorded);
    });
    last = done.catch(() => undefined);
    return done;
  }
  async function flush(): Promise<void> {
    await last;
    if (failure) throw failure.thrown;
  }

  return {
    flush,
    async write(change) {
      await flush();
      await enqueue(change);
    },
    note(iteration, event, change = {}) {
      enqueue({ ...change, events: [{ iteration, event }] }).catch((thrown: unknown) => {
        failure ??= { thrown };
      });
    },
  };
}
