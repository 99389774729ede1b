type Grades = ReadonlyMap<string, number>;

/** Share of the relevant documents among the first `depth`. */
export function recallAt(depth: number, ranking: readonly string[], relevant: Grades): number {
  const found = ranking.slice(0, depth).filter((id) => relevant.has(id)).length;
  return found / relevant.size;
}

/** Normalised discounted cumulative gain, linear in the grade. */
export function ndcgAt(depth: number, ranking: readonly string[], relevant: Grades): number {
  const gain = (grades: readonly number[]) =>
    grades.reduce((sum, grade, place) => sum + grade / Math.log2(place + 2), 0);
  const ideal = [...relevant.values()].sort((a, b) => b - a).slice(0, depth);
  return gain(ranking.slice(0, depth).map((id) => relevant.get(id) ?? 0)) / gain(ideal);
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value that this share of all values does not exceed. */
export function percentile(share: number, values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** How well a score tells questions that have an answer from those that have none. */
export interface Separation {
  /** How often an answerable question scores above an unanswerable one; ties count half. */
  readonly auc: number;
  /** Share of unanswerable questions that get something when 95% of the answerable ones do. */
  readonly false_injection_at_95_recall: number;
}

export function separation(
  answerable: readonly number[],
  unanswerable: readonly number[],
): Separation {
  const sorted = [...unanswerable].sort((a, b) => a - b);
  const below = (score: number, inclusive: boolean) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const value = sorted[middle] ?? 0;
      if (inclusive ? value <= score : value < score) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const wins = answerable.map((score) => (below(score, false) + below(score, true)) / 2);
  const kept = [...answerable].sort((a, b) => b - a);
  const threshold = kept[Math.ceil(0.95 * kept.length) - 1] ?? 0;
  return {
    auc: mean(wins) / Math.max(1, sorted.length),
    false_injection_at_95_recall:
      (sorted.length - below(threshold, false)) / Math.max(1, sorted.length),
  };
}
