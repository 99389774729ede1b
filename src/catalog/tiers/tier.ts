/** The four tiers by the names their answers carry. */
export const tierNames = ['hot', 'category_overview', 'tool_summaries', 'full_schema'] as const;
export type TierName = (typeof tierNames)[number];

export interface TierFacts {
  readonly label: string;
  /** What one answer may cost, text and structured content together. */
  readonly budget: number;
  /** With everything that is read before it. */
  readonly cumulative: number;
  readonly targetHitRate: number;
  readonly targetP95Ms: number;
}

export const tiers: Readonly<Record<TierName, TierFacts>> = {
  hot: { label: 'T0', budget: 2_000, cumulative: 2_000, targetHitRate: 0.95, targetP95Ms: 20 },
  category_overview: {
    label: 'T1',
    budget: 2_000,
    cumulative: 4_000,
    targetHitRate: 0.9,
    targetP95Ms: 30,
  },
  tool_summaries: {
    label: 'T2',
    budget: 4_000,
    cumulative: 8_000,
    targetHitRate: 0.7,
    targetP95Ms: 50,
  },
  full_schema: {
    label: 'T3',
    budget: 4_000,
    cumulative: 12_000,
    targetHitRate: 0.5,
    targetP95Ms: 100,
  },
};
