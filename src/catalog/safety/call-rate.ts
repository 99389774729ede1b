import { ToolError } from '../../base/errors.ts';
import type { RateSettings } from './access-config.ts';

export interface CallRate {
  /** Counts one call, or throws when there were too many in the last minute. */
  take(caller: string, toolId: string, limits: RateSettings): void;
}

const windowMs = 60_000;

/** Counts per caller in this process, which is where a session's calls are served. */
export function createCallRate(now: () => number): CallRate {
  const windows = new Map<string, { start: number; count: number }>();

  function current(key: string): { start: number; count: number } {
    const found = windows.get(key);
    if (found && now() - found.start < windowMs) return found;
    if (windows.size > 10_000) windows.clear();
    const fresh = { start: now(), count: 0 };
    windows.set(key, fresh);
    return fresh;
  }

  return {
    take(caller, toolId, limits) {
      const all = current(caller);
      const one = current(`${caller}\0${toolId}`);
      const [window, limit, what] =
        one.count >= limits.per_tool_per_minute
          ? [one, limits.per_tool_per_minute, `calls of ${toolId}`]
          : [all, limits.per_minute, 'calls of downstream tools'];
      if (window.count >= limit) {
        const seconds = Math.max(1, Math.ceil((window.start + windowMs - now()) / 1_000));
        throw new ToolError('budget_exceeded', `More than ${limit} ${what} in a minute.`, {
          hint: `Wait ${seconds} s. A person can raise catalog.rate_limit in ralph.yaml.`,
        });
      }
      all.count++;
      one.count++;
    },
  };
}
