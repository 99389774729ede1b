import type { StoredIteration } from '../store/iteration-rows.ts';
import type { RunChange, RunStore } from '../store/run-store.ts';

/**
 * A run's iterations as they stand. Only who holds the lease writes them, so that what has ended need not be read
 * again: a run of a thousand iterations must not grow slower with each.
 */
export function createIterationLog(store: RunStore, runId: string) {
  let known: StoredIteration[] = [];
  let fresh = false;
  return {
    async read(): Promise<StoredIteration[]> {
      if (!fresh) {
        const from = known.at(-1)?.number ?? 0;
        const read = await store.iterations(runId, from);
        known = [...known.filter(({ number }) => number < from), ...read];
        fresh = true;
      }
      return known;
    },
    written({ iteration, newIteration }: RunChange): void {
      if (iteration || newIteration) fresh = false;
    },
  };
}
