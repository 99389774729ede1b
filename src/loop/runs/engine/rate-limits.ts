import type { RunMemory } from '../store/run-memory.ts';

export type Limits = NonNullable<RunMemory['limits']>;

const firstWaitMs = 60_000;
const longestWaitMs = 15 * 60_000;
/** A reset that is over when it is read is no wait; the agent would be asked again and again. */
const shortestWaitMs = 1_000;

/** The first agent that is not out of its limit; when all are, the one that is back first, and when. */
export function chooseAgent(
  count: number,
  limits: Limits,
  now: Date,
): { readonly agent: number } | { readonly agent: number; readonly until: Date } {
  let soonest: { agent: number; until: Date } | undefined;
  for (let agent = 0; agent < count; agent++) {
    const limit = limits[String(agent)];
    const until = limit && new Date(limit.until);
    if (!until || until <= now) return { agent };
    if (!soonest || until < soonest.until) soonest = { agent, until };
  }
  return soonest ?? { agent: 0 };
}

/** Notes that an agent was stopped by its limit: until when it told, or for longer each time it did not. */
export function withLimit(
  limits: Limits,
  agent: number,
  told: { readonly resets_at?: string; readonly retry_after_s?: number },
  now: Date,
): Limits {
  const times = (limits[String(agent)]?.times ?? 0) + 1;
  const reset = resetOf(told, now);
  const backOff = Math.min(firstWaitMs * 2 ** (times - 1), longestWaitMs);
  const usable = reset && (times === 1 || reset.getTime() > now.getTime() + shortestWaitMs);
  const until = usable
    ? Math.max(reset.getTime(), now.getTime() + shortestWaitMs)
    : now.getTime() + backOff;
  return { ...limits, [String(agent)]: { until: new Date(until).toISOString(), times } };
}

/** An agent that has worked again starts anew. */
export function withoutLimit(limits: Limits, agent: number): Limits {
  const { [String(agent)]: _, ...others } = limits;
  return others;
}

function resetOf(
  told: { readonly resets_at?: string; readonly retry_after_s?: number },
  now: Date,
): Date | undefined {
  if (told.resets_at !== undefined) {
    const date = new Date(told.resets_at);
    if (!Number.isNaN(date.getTime())) return date;
  }
  if (told.retry_after_s === undefined) return undefined;
  return new Date(now.getTime() + told.retry_after_s * 1000);
}
