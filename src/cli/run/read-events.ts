import type { RecordedRunEvent } from '../../loop/runs/run-event.ts';
import type { RunStore } from '../../loop/runs/store/run-store.ts';

const page = 1000;

/** Every event of a run. */
export async function readEvents(store: RunStore, runId: string): Promise<RecordedRunEvent[]> {
  const all: RecordedRunEvent[] = [];
  for (;;) {
    const events = await store.events(runId, { after: all.at(-1)?.seq ?? 0, limit: page });
    all.push(...events);
    if (events.length < page) return all;
  }
}
