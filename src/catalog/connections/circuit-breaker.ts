/** How long a server that keeps failing is left alone. */
export interface BreakerRules {
  /** Failures in a row after which it is. */
  readonly failures: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** How long it may take to answer anything at all after it let a call run out of time. */
  readonly signOfLifeMs: number;
}

export interface BreakerState {
  readonly failures: number;
  /** In milliseconds since 1970; calls before this are refused. */
  readonly openUntil: number;
}

export const defaultBreaker: BreakerRules = {
  failures: 3,
  firstPauseMs: 2_000,
  longestPauseMs: 60_000,
  signOfLifeMs: 3_000,
};

export const closedBreaker: BreakerState = { failures: 0, openUntil: 0 };

/** Each failure beyond the allowed ones doubles the pause; after a pause one more try is let through. */
export function afterFailure(
  state: BreakerState,
  now: number,
  { failures: allowed, firstPauseMs, longestPauseMs }: BreakerRules,
): BreakerState {
  const failures = state.failures + 1;
  if (failures < allowed) return { failures, openUntil: 0 };
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - allowed));
  return { failures, openUntil: now + pause };
}

export function isOpen(state: BreakerState, now: number): boolean {
  return now < state.openUntil;
}
