import type { RunOptions } from '../run-options.ts';

const longestTimer = 2 ** 31 - 1;

/** Ends a launch that has nothing left to spend, and knows of what it had nothing left. */
export function launchLimit(
  { minutes, idle_minutes }: RunOptions['budgets'],
  { leftMs = minutes * 60_000, signal }: { readonly leftMs?: number; readonly signal: AbortSignal },
) {
  const limit = new AbortController();
  let outOf: 'time' | 'budget' | null = null;
  const endFor = (why: 'time' | 'budget') => {
    outOf ??= why;
    limit.abort();
  };
  const deadline = setTimeout(() => endFor('time'), Math.min(Math.max(0, leftMs), longestTimer));
  const idleMs = (idle_minutes ?? minutes + 1) * 60_000;
  return {
    signal: AbortSignal.any([signal, limit.signal]),
    idleTimeoutMs: Math.min(idleMs, longestTimer),
    endFor,
    outOf: () => outOf,
    clear: () => clearTimeout(deadline),
  };
}
