import { sql } from 'kysely';
import { type Handle, listedTools, usesSince } from '../index/store.ts';
import { readUse, type TierUse } from '../tiers/tier-use.ts';

export interface ToolStats {
  readonly tool: string;
  readonly tier: string;
  readonly tier_score: number;
  readonly calls: number;
  readonly uses_30_days: number;
  readonly success_rate: number | null;
  readonly avg_latency_ms: number | null;
}

export interface CatalogStats {
  readonly servers: number;
  readonly tools: number;
  readonly quarantined: number;
  readonly calls: number;
  readonly by_tier: Readonly<Record<string, number>>;
  readonly tools_by_use: readonly ToolStats[];
  readonly cache: readonly TierUse[];
}

/** How the catalog is used: its tools by their records, and how often tiers answer from the cache. */
export async function catalogStats(
  db: Handle,
  since30Days: string,
  most: number,
): Promise<CatalogStats> {
  const rows = await listedTools(db)
    .select([
      'tool.id',
      sql<string>`server.server_name || '/' || tool.tool_name`.as('tool'),
      'tool.server_id',
      'tool.quarantine',
      'tool.tier',
      'tool.tier_score',
      'tool.total_invocations',
      'tool.success_count',
      'tool.avg_latency_ms',
    ])
    .orderBy('tool.total_invocations', 'desc')
    .orderBy('tool')
    .execute();
  const uses = await usesSince(db, since30Days);
  const byTier: Record<string, number> = { hot: 0, warm: 0, standard: 0, cold: 0 };
  for (const { tier } of rows) byTier[tier] = (byTier[tier] ?? 0) + 1;
  return {
    servers: new Set(rows.map(({ server_id }) => server_id)).size,
    tools: rows.length,
    quarantined: rows.filter(({ quarantine }) => quarantine !== null).length,
    calls: rows.reduce((sum, row) => sum + row.total_invocations, 0),
    by_tier: byTier,
    tools_by_use: rows
      .filter((row) => row.total_invocations > 0)
      .slice(0, most)
      .map((row) => ({
        tool: row.tool,
        tier: row.tier,
        tier_score: row.tier_score,
        calls: row.total_invocations,
        uses_30_days: uses.get(row.id) ?? 0,
        success_rate: Math.round((1_000 * row.success_count) / row.total_invocations) / 10,
        avg_latency_ms: row.avg_latency_ms === null ? null : Math.round(row.avg_latency_ms),
      })),
    cache: await readUse(db),
  };
}
