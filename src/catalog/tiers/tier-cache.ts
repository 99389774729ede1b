import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/open-database.ts';
import type { CatalogTables } from '../index/tables.ts';
import type { TierName } from './tier.ts';
import { raiseUse } from './tier-use.ts';

/** As the tier design has them; a change of the catalog ends them all early. */
const lifetimeMs: Readonly<Record<TierName, number>> = {
  hot: 3_600_000,
  category_overview: 21_600_000,
  tool_summaries: 3_600_000,
  full_schema: 3_600_000,
};
const mostPerTier = 500;

/** Answers of tiers, in the database: an agent's server lives for one session, and its answers outlive it. */
export interface TierCache {
  get<Answer>(
    tier: TierName,
    key: string,
    revision: number,
    make: () => Promise<Answer>,
    parse: (json: unknown) => Answer,
  ): Promise<Answer>;
}

export function createTierCache(options: {
  readonly clock: Clock;
  database(): Promise<Database<CatalogTables>>;
}): TierCache {
  const { clock } = options;
  return {
    async get(tier, key, revision, make, parse) {
      const database = await options.database();
      const row = await database.kysely
        .selectFrom('mcp_tier_cache')
        .where('tier', '=', tier)
        .where('key', '=', key)
        .select(['revision', 'created_at', 'answer'])
        .executeTakeFirst();
      const now = clock.now();
      const isFresh =
        row?.revision === revision && now.getTime() - Date.parse(row.created_at) < lifetimeMs[tier];
      if (isFresh) {
        await raiseUse(database.kysely, tier, 'hits');
        return parse(JSON.parse(row.answer));
      }
      const answer = await make();
      const columns = {
        revision,
        created_at: now.toISOString(),
        answer: JSON.stringify(answer),
      };
      await database.transaction(async (tx) => {
        await tx
          .insertInto('mcp_tier_cache')
          .values({ tier, key, ...columns })
          .onConflict((conflict) => conflict.columns(['tier', 'key']).doUpdateSet(columns))
          .execute();
        await raiseUse(tx, tier, 'misses');
        const surplus = await tx
          .selectFrom('mcp_tier_cache')
          .where('tier', '=', tier)
          .select('created_at')
          .orderBy('created_at', 'desc')
          .offset(mostPerTier)
          .limit(1)
          .executeTakeFirst();
        if (surplus) {
          await tx
            .deleteFrom('mcp_tier_cache')
            .where('tier', '=', tier)
            .where('created_at', '<=', surplus.created_at)
            .execute();
        }
      });
      return answer;
    },
  };
}
