export type UsageTier = 'hot' | 'warm' | 'standard' | 'cold';

export interface ToolRecord {
  readonly totalInvocations: number;
  readonly successCount: number;
  /** Null before the first call. */
  readonly avgLatencyMs: number | null;
  readonly usesIn7Days: number;
  readonly usesIn30Days: number;
}

/** Popularity 40%, reliability 30%, performance 20%, recency 10%, to two decimals. */
export function tierScore(record: ToolRecord): number {
  const { totalInvocations, successCount, avgLatencyMs, usesIn7Days, usesIn30Days } = record;
  const popularity = Math.min(totalInvocations / 10_000, 1);
  const reliability = successCount / Math.max(totalInvocations, 1);
  const performance = Math.max(0, 1 - (avgLatencyMs ?? 0) / 1_000);
  const recency = usesIn30Days > 0 ? usesIn7Days / usesIn30Days : 0;
  const score = 0.4 * popularity + 0.3 * reliability + 0.2 * performance + 0.1 * recency;
  return toHundredths(score);
}

/** As the design's own language rounds: by the exact value, and in the middle to the even digit. */
function toHundredths(score: number): number {
  const eighths = score * 8;
  // Of all numbers with three decimals, only these lie exactly in the middle between two hundredths.
  if (Number.isInteger(eighths) && eighths % 2 !== 0) return (2 * Math.round(score * 50)) / 100;
  return Number(score.toFixed(2));
}

export function usageTier(score: number): UsageTier {
  if (score >= 0.8) return 'hot';
  if (score >= 0.6) return 'warm';
  return score >= 0.3 ? 'standard' : 'cold';
}
