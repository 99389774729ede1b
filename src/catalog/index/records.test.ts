import { describe, expect, it } from 'vitest';
import { catalogStats } from '../scores/usage-stats.ts';
import { openCatalog, rawTool } from '../testing/catalog-fixture.ts';
import { listServers } from './list-servers.ts';
import { rescore } from './rescore.ts';
import { dayBefore } from './store.ts';

const day = 86_400_000;

describe('records of calls', () => {
  it('make the score, which fades as the calls grow old', async () => {
    const { list, use, database, clock, catalog } = await openCatalog();
    await list('a', [rawTool('one', 'First.'), rawTool('two', 'Second.')]);
    await use('a/one', 500, { latencyMs: 0 });
    const score = async () => {
      const row = await database.kysely
        .selectFrom('mcp_tools')
        .select(['tier', 'tier_score'])
        .where('tool_name', '=', 'one')
        .executeTakeFirstOrThrow();
      return [row.tier_score, row.tier];
    };
    expect(await score()).toEqual([0.62, 'warm']);
    clock.advance(10 * day);
    expect(await rescore(database, clock.now())).toBe(1);
    expect(await score()).toEqual([0.52, 'standard']);
    clock.advance(2 * day);
    await catalog.snapshot();
    const { by_tier, tools_by_use, calls } = await catalogStats(
      database.kysely,
      dayBefore(clock.now(), 30),
      10,
    );
    expect({ by_tier, calls }).toEqual({
      by_tier: { hot: 0, warm: 0, standard: 1, cold: 1 },
      calls: 500,
    });
    expect(tools_by_use).toMatchObject([{ tool: 'a/one', calls: 500, uses_30_days: 500 }]);
  });

  it('keep single calls of late, and sums for ever', async () => {
    const { list, use, database } = await openCatalog();
    await list('a', [rawTool('one', 'First.')]);
    await use('a/one', 450);
    await use('a/one', 150, { failing: true });
    const rows = await database.kysely.selectFrom('mcp_invocations').select('id').execute();
    expect(rows).toHaveLength(500);
    expect(await listServers(database.kysely)).toMatchObject([
      { server: 'a', tools: 1, calls: 600 },
    ]);
  });

  it('of tools that the index does not have are dropped without harm', async () => {
    const { list, use, database } = await openCatalog();
    await list('a', [rawTool('one', 'First.')]);
    await use('a/none', 1);
    await use('a/one', 1);
    const rows = await database.kysely.selectFrom('mcp_invocations').select('ok').execute();
    expect(rows).toEqual([{ ok: 1 }]);
  });
});
