import { seededRandom } from './random.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface TestResult {
  readonly p: number;
  /** Pairs that differ; the others say nothing about a direction. */
  readonly n: number;
  /** Whether every possible outcome was counted, and not a sample or an approximation. */
  readonly exact: boolean;
}

const mostExactFlips = 16;
const sampledFlips = 20_000;
const mostExactRanks = 50;
const resamples = 5_000;

export function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((a, b) => a + b, 0) / values.length;
}

/** By how much the second is smaller than the first, as a share of the first. */
export function reduction(baseline: number, other: number): number {
  return baseline === 0 ? 0 : (baseline - other) / baseline;
}

/**
 * Paired permutation test, two-sided: how often the mean would be at least this far from zero if each difference
 * could as well have had the other sign. All 2^n signs are tried up to n = 16, else 20,000 seeded ones.
 */
export function signFlipTest(differences: readonly number[], seed = 'sign flips'): TestResult {
  const moved = differences.filter((difference) => difference !== 0);
  const n = moved.length;
  if (n === 0) return { p: 1, n, exact: true };
  const seen = Math.abs(moved.reduce((a, b) => a + b, 0));
  // Sums of the same numbers in another order may differ in their last digits.
  const reaches = (sum: number) => Math.abs(sum) >= seen - 1e-9 * Math.max(1, seen);
  if (n <= mostExactFlips) {
    let count = 0;
    for (let signs = 0; signs < 2 ** n; signs++) {
      if (
        reaches(moved.reduce((sum, value, bit) => sum + (signs & (1 << bit) ? -value : value), 0))
      )
        count++;
    }
    return { p: count / 2 ** n, n, exact: true };
  }
  const random = seededRandom(seed);
  let count = 1;
  for (let i = 1; i < sampledFlips; i++) {
    if (reaches(moved.reduce((sum, value) => sum + (random() < 0.5 ? -value : value), 0))) count++;
  }
  return { p: count / sampledFlips, n, exact: false };
}

/**
 * Wilcoxon's signed-rank test, two-sided, zero differences left out. Exact up to 50 pairs (ties have mean ranks,
 * counted in halves), else by the normal approximation with the corrections for ties and continuity.
 */
export function wilcoxonTest(differences: readonly number[]): TestResult & { readonly w: number } {
  const moved = differences.filter((difference) => difference !== 0);
  const n = moved.length;
  if (n === 0) return { p: 1, n, exact: true, w: 0 };
  const ranks = meanRanks(moved.map(Math.abs));
  const w = moved.reduce((sum, value, at) => (value > 0 ? sum + (ranks[at] ?? 0) : sum), 0);
  const total = (n * (n + 1)) / 2;
  const smaller = Math.min(w, total - w);
  if (n <= mostExactRanks) {
    return { p: Math.min(1, 2 * shareAtMost(ranks, smaller)), n, exact: true, w };
  }
  const counts = new Map<number, number>();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  const ties = [...counts.values()].reduce((sum, t) => sum + t ** 3 - t, 0);
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - ties / 48;
  const z = (total / 2 - smaller - 0.5) / Math.sqrt(variance);
  return { p: Math.min(1, 2 * normalTail(Math.max(0, z))), n, exact: false, w };
}

function meanRanks(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1] ?? 0] === values[order[from] ?? 0]) to++;
    for (let at = from; at <= to; at++) ranks[order[at] ?? 0] = (from + to) / 2 + 1;
    from = to + 1;
  }
  return ranks;
}

/** The share of all sign patterns whose positive ranks add up to at most a sum. */
function shareAtMost(ranks: readonly number[], sum: number): number {
  const halves = ranks.map((rank) => Math.round(2 * rank));
  const ways = new Array<number>(halves.reduce((a, b) => a + b, 0) + 1).fill(0);
  ways[0] = 1;
  let top = 0;
  for (const rank of halves) {
    for (let at = top; at >= 0; at--) ways[at + rank] = (ways[at + rank] ?? 0) + (ways[at] ?? 0);
    top += rank;
  }
  const within = ways.slice(0, Math.round(2 * sum) + 1).reduce((a, b) => a + b, 0);
  return within / 2 ** ranks.length;
}

/** P(Z > z) for z >= 0 (Abramowitz and Stegun 26.2.17, error below 7.5e-8). */
function normalTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const polynomial =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return density * polynomial;
}

export interface Pair {
  readonly baseline: number;
  readonly context: number;
}

/**
 * 95% bootstrap interval of the relative reduction of the mean. Tasks are drawn first and runs within them, since
 * runs of one task are alike.
 */
export function reductionInterval(
  pairsByTask: readonly (readonly Pair[])[],
  seed = 'bootstrap',
): Interval {
  const tasks = pairsByTask.filter((pairs) => pairs.length > 0);
  if (tasks.length === 0) return { low: Number.NaN, high: Number.NaN };
  const random = seededRandom(seed);
  const draw = <Value>(values: readonly Value[]) =>
    values.map(() => values[Math.floor(random() * values.length)] as Value);
  const found = Array.from({ length: resamples }, () => {
    const drawn = draw(tasks).map(draw);
    return reduction(
      mean(drawn.map((pairs) => mean(pairs.map(({ baseline }) => baseline)))),
      mean(drawn.map((pairs) => mean(pairs.map(({ context }) => context)))),
    );
  }).sort((a, b) => a - b);
  return { low: quantile(found, 0.025), high: quantile(found, 0.975) };
}

/** Of sorted values, linear between two. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}
