/** What `mark_useful` does to a score. Harm weighs more than help: a wrong memory costs an iteration. */
export function scoreAfterFeedback(
  score: number,
  helpful: boolean,
  /** What the same session said before, and takes back. */
  before?: boolean,
): number {
  const moved = score - (before === undefined ? 0 : worth(before)) + worth(helpful);
  return Math.round(Math.min(1, Math.max(0, moved)) * 1e6) / 1e6;
}

function worth(helpful: boolean): number {
  return helpful ? 0.1 : -0.15;
}

/** The score speaks until so many judged injections have been seen; from there on they speak louder. */
const priorStrength = 8;

/** An item that nobody cited was there, but need not have mattered. */
const weightUncited = 0.25;

/**
 * What one judged iteration says about an item that was in its prompt, from 0 to 1. An iteration is only to the
 * item's credit as far as it went better than iterations did from whose prompt items were left out.
 */
export function creditOf(outcome: {
  readonly succeeded: boolean;
  readonly cited: boolean;
  /** Share of iterations that succeed without. */
  readonly baseline: number;
}): number {
  const lift = (outcome.succeeded ? 1 : 0) - outcome.baseline;
  return 0.5 + (lift / 2) * (outcome.cited ? 1 : weightUncited);
}

/** Feedback and credit in one number, drawn towards the feedback while there are few injections. */
export function shrunkenUsefulness(item: {
  readonly usefulness_score: number;
  readonly injected_count: number;
  readonly credit: number;
}): number {
  const strength = priorStrength + item.injected_count;
  return (item.usefulness_score * priorStrength + item.credit) / strength;
}

/** A rate from few cases, drawn towards one half. */
export function shrunkenRate(successes: number, cases: number): number {
  return (successes + 1) / (cases + 2);
}
