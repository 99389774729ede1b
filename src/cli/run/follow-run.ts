import { setTimeout as delay } from 'node:timers/promises';
import type { Run } from '../../loop/runs/run.ts';
import { hasEnded } from '../../loop/runs/run.ts';
import type { RunView } from './run-view.ts';
import type { OpenRuns } from './with-runs.ts';

export type Followed =
  | { readonly kind: 'ended'; readonly run: Run }
  /** Nobody is at work on it any more, and it has not ended. */
  | { readonly kind: 'broken_off'; readonly run: Run }
  | { readonly kind: 'left'; readonly run: Run };

const lookEveryMs = 300;
const page = 500;
/** A process that has just taken over may not hold the lease yet. */
const looksBeforeBrokenOff = 3;

/** Shows a run of another process from its rows, from the first to the last. */
export async function followRun(
  { store, isAlive }: Pick<OpenRuns, 'store' | 'isAlive'>,
  runId: string,
  view: Pick<RunView, 'event'>,
  signal: AbortSignal,
): Promise<Followed> {
  let cursor = 0;
  let deserted = 0;
  for (;;) {
    // Read before the events: what ended by then has all of its events written.
    const run = await store.get(runId);
    for (;;) {
      const events = await store.events(runId, { after: cursor, limit: page });
      for (const recorded of events) view.event(recorded);
      cursor = events.at(-1)?.seq ?? cursor;
      if (events.length < page) break;
      if (signal.aborted) return { kind: 'left', run };
    }
    if (hasEnded(run)) return { kind: 'ended', run };
    if (signal.aborted) return { kind: 'left', run };
    deserted = run.status === 'running' && !(await isAlive()) ? deserted + 1 : 0;
    if (deserted >= looksBeforeBrokenOff) return { kind: 'broken_off', run };
    await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}
