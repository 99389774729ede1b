import { sql } from 'kysely';
import type { Handle } from '../index/store.ts';
import { type TierName, tierNames, tiers } from './tier.ts';

export async function raiseUse(
  db: Handle,
  tier: TierName,
  which: 'hits' | 'misses',
): Promise<void> {
  await db
    .insertInto('mcp_tier_use')
    .values({ tier, hits: which === 'hits' ? 1 : 0, misses: which === 'misses' ? 1 : 0 })
    .onConflict((conflict) =>
      conflict
        .column('tier')
        .doUpdateSet({ [which]: sql<number>`${sql.ref(`mcp_tier_use.${which}`)} + 1` }),
    )
    .execute();
}

export interface TierUse {
  readonly tier: TierName;
  readonly label: string;
  readonly hits: number;
  readonly misses: number;
  readonly hit_rate: number | null;
  readonly target: number;
}

export async function readUse(db: Handle): Promise<TierUse[]> {
  const rows = await db.selectFrom('mcp_tier_use').selectAll().execute();
  return tierNames.map((tier) => {
    const { hits = 0, misses = 0 } = rows.find((row) => row.tier === tier) ?? {};
    const { label, targetHitRate } = tiers[tier];
    const rate = hits + misses === 0 ? null : Math.round((1_000 * hits) / (hits + misses)) / 1_000;
    return { tier, label, hits, misses, hit_rate: rate, target: targetHitRate };
  });
}
