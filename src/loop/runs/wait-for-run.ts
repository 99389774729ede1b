import { setTimeout as delay } from 'node:timers/promises';
import type { ProgressUpdate } from '../../tool/tool.ts';
import { storyOf } from './report/story.ts';
import { hasEnded } from './run.ts';
import type { RecordedRunEvent } from './run-event.ts';
import type { StoredRun } from './store/run-rows.ts';
import type { RunStore } from './store/run-store.ts';

const lookEveryMs = 150;
const pageSize = 200;
const detail = { tools: 'none', system: 'summary', final: false } as const;

/** An event in the words that people read, small enough for a model. */
export interface ToldEvent {
  readonly seq: number;
  readonly at: string;
  readonly iteration: number | null;
  readonly kind: string;
  readonly text: string;
}

/** The events that have something to tell; what the agent itself does is left to the log. */
export function toldEvents(events: readonly RecordedRunEvent[]): ToldEvent[] {
  return events.flatMap(({ seq, at, iteration, event }) => {
    const text = storyOf(event, detail)
      .map((line) => line.text)
      .join('\n');
    if (event.kind === 'agent' || text === '') return [];
    return [{ seq, at, iteration, kind: event.kind, text }];
  });
}

/** Every event after a number. */
export async function eventsAfter(
  store: Pick<RunStore, 'events'>,
  runId: string,
  after: number,
): Promise<RecordedRunEvent[]> {
  const all: RecordedRunEvent[] = [];
  for (let last = after; ; ) {
    const page = await store.events(runId, { after: last, limit: pageSize });
    all.push(...page);
    last = page.at(-1)?.seq ?? last;
    if (page.length < pageSize) return all;
  }
}

/**
 * Looks at a run until it has ended, `enough` says so, or the time is over, and reports what happens meanwhile. It
 * only reads: the run itself belongs to another process.
 */
export async function waitForRun(options: {
  readonly store: Pick<RunStore, 'get' | 'events'>;
  readonly runId: string;
  readonly after: number;
  readonly waitMs: number;
  readonly signal: AbortSignal;
  enough?(run: StoredRun, news: readonly ToldEvent[]): boolean | Promise<boolean>;
  progress?(update: ProgressUpdate): void;
}): Promise<StoredRun> {
  const { store, runId, signal, enough, progress } = options;
  const until = performance.now() + options.waitMs;
  const news: ToldEvent[] = [];
  for (let last = options.after; ; ) {
    // The run before its events: its end must not come between, and be told to nobody.
    const run = await store.get(runId);
    const events = await eventsAfter(store, runId, last);
    last = events.at(-1)?.seq ?? last;
    const told = toldEvents(events);
    news.push(...told);
    for (const { seq, text } of told) progress?.({ progress: seq, message: text });
    if (hasEnded(run) || (await enough?.(run, news)) || performance.now() >= until) return run;
    await delay(lookEveryMs, undefined, { signal });
  }
}
