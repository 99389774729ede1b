import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { countTokens } from '../../base/tokens.ts';
import type { ToolOutcome } from '../../tool/invoke-tool.ts';
import { openCatalog, rawTool } from '../testing/catalog-fixture.ts';
import { generatedCatalog } from '../testing/generated-catalog.ts';

/** As a client receives it: text and structured content. */
async function cost(outcome: ToolOutcome): Promise<number> {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return (
    (await countTokens(JSON.stringify(outcome.structured))) + (await countTokens(outcome.text))
  );
}

const answer = z.looseObject({
  tools: z
    .array(
      z.looseObject({
        tool: z.string(),
        partial: z.boolean().optional(),
        cursors: z.array(z.string()).optional(),
        parameters: z.looseObject({ required: z.array(z.string()).optional() }).optional(),
      }),
    )
    .default([]),
  categories: z.array(z.looseObject({ category: z.string(), tool_count: z.int() })).optional(),
  next_cursor: z.string().nullish(),
  tokens: z.int(),
});

function structured(outcome: ToolOutcome): z.output<typeof answer> {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return answer.parse(outcome.structured);
}

async function largeCatalog() {
  const fixture = await openCatalog();
  for (const [server, tools] of generatedCatalog(20, 40)) await fixture.list(server, tools);
  return fixture;
}

describe('the tiers of a large catalog', () => {
  it('stay within their budgets, and say what they cost', async () => {
    const { call } = await largeCatalog();
    const hot = await call('catalog_hot');
    const categories = await call('catalog_categories');
    const [largest] = (structured(categories).categories ?? []).toSorted(
      (a, b) => b.tool_count - a.tool_count,
    );
    const category = largest?.category;
    const tools = await call('catalog_tools', { category, page_size: 50 });
    const ids =
      generatedCatalog(20, 40)
        .get('server-0')
        ?.map(({ name }) => `server-0/${name}`) ?? [];
    const schemas = await call('catalog_schema', { tools: ids.slice(0, 10) });
    const costs = [];
    for (const outcome of [hot, categories, tools, schemas]) {
      const tokens = await cost(outcome);
      costs.push(tokens);
      const said = Number(structured(outcome).tokens);
      expect(said).toBeGreaterThanOrEqual(tokens);
      expect(said - tokens).toBeLessThan(8);
    }
    const [t0 = 0, t1 = 0, t2 = 0, t3 = 0] = costs;
    expect(t0).toBeLessThanOrEqual(2_000);
    expect(t0 + t1).toBeLessThanOrEqual(4_000);
    expect(t0 + t1 + t2).toBeLessThanOrEqual(8_000);
    expect(t0 + t1 + t2 + t3).toBeLessThanOrEqual(12_000);
    expect(structured(hot).tools.length).toBeGreaterThanOrEqual(10);
    expect(structured(tools).tools.length).toBeGreaterThanOrEqual(20);
  });

  it('costs under 8,000 tokens from the hot list over search and schema to the call', async () => {
    const { call } = await largeCatalog();
    const search = await call('catalog_search', { query: 'archive an invoice of workspace 3' });
    const [first] = structured(search).tools;
    const whole =
      (await cost(await call('catalog_hot'))) +
      (await cost(search)) +
      (await cost(await call('catalog_schema', { tool: first?.tool })));
    expect(whole).toBeLessThanOrEqual(7_800);
  });

  it('pages through all tools of a filter without gap or repetition', async () => {
    const { call } = await largeCatalog();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = structured(
        await call('catalog_tools', { server: 'server-7', ...(cursor && { cursor }) }),
      );
      seen.push(...page.tools.map(({ tool }) => tool));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(40);
    expect(new Set(seen).size).toBe(40);
  });

  it('shows the top of an oversized schema, and the rest by cursor', async () => {
    const { call, list } = await openCatalog();
    const properties = Object.fromEntries(
      Array.from({ length: 90 }, (_, n) => [
        `option/${n}`,
        {
          type: 'object',
          description: 'x '.repeat(60),
          properties: { [`deep${n}`]: { type: 'string', description: `meaning ${n} `.repeat(30) } },
        },
      ]),
    );
    await list('big', [
      { name: 'everything', inputSchema: { type: 'object', properties, required: ['option/0'] } },
    ]);
    const [top] = structured(await call('catalog_schema', { tool: 'big/everything' })).tools;
    expect(top?.partial).toBe(true);
    expect(top?.parameters?.required).toEqual(['option/0']);
    const [branch] = structured(
      await call('catalog_schema', {
        tool: 'big::everything',
        cursor: '/properties/option~17/properties',
      }),
    ).tools;
    expect(branch).toMatchObject({ partial: false, parameters: { deep7: { type: 'string' } } });
    const later = top?.cursors?.find((one) => one.includes('@'));
    const [rest] = structured(
      await call('catalog_schema', { tool: 'big/everything', cursor: later }),
    ).tools;
    expect(Object.keys(rest?.parameters ?? {}).length).toBeGreaterThan(0);
  });
});

describe('answers of tiers', () => {
  it('have the shapes of the tier design', async () => {
    const { call, list, use } = await openCatalog({
      settings: { categories: { code_analysis: ['serena'] }, pins: ['serena/find_symbol'] },
    });
    await list('serena', [
      rawTool('find_symbol', 'Find code symbols by name pattern.', {
        name_path_pattern: 'The pattern.',
        relative_path: 'Where to look.',
      }),
    ]);
    await use('serena/find_symbol', 3, { latencyMs: 47 });
    await use('serena/find_symbol', 1, { latencyMs: 47, failing: true });
    expect(structured(await call('catalog_hot'))).toEqual({
      tier: 'hot',
      tools: [
        {
          tool: 'serena/find_symbol',
          server: 'serena',
          description: 'Find code symbols by name pattern.',
          params: ['name_path_pattern', 'relative_path'],
          avg_latency: '47ms',
          success_rate: '75.0%',
        },
      ],
      tokens: expect.any(Number),
    });
    expect(structured(await call('catalog_categories')).categories).toEqual([
      {
        category: 'code_analysis',
        display_name: 'Code Analysis & Refactoring',
        description: expect.any(String),
        tool_count: 1,
        server_count: 1,
        popular_tools: ['serena/find_symbol'],
      },
    ]);
    expect(structured(await call('catalog_tools', { category: 'code_analysis' }))).toMatchObject({
      tier: 'tool_summaries',
      filter: 'category=code_analysis',
      tools: [
        {
          tool: 'serena/find_symbol',
          params: { name_path_pattern: 'string (required)', relative_path: 'string (optional)' },
          avg_latency: '47ms',
        },
      ],
      pagination: { page: 1, page_size: 30, total_count: 1, total_pages: 1 },
      next_cursor: null,
    });
    expect(
      structured(await call('catalog_schema', { tools: ['serena::find_symbol'] })),
    ).toMatchObject({
      tier: 'full_schema',
      tools: [
        {
          tool: 'serena/find_symbol',
          parameters: { required: ['name_path_pattern'] },
          performance: {
            avg_latency_ms: 47,
            p95_latency_ms: 47,
            success_rate: 75,
            total_invocations: 4,
          },
          partial: false,
        },
      ],
    });
  });

  it('say what to do when there is nothing', async () => {
    const { call } = await openCatalog();
    const hot = structured(await call('catalog_hot'));
    expect(hot.tools).toEqual([]);
    expect(hot.hint).toContain('ralph catalog add');
  });

  it.each([
    ['catalog_tools', { category: 'databasses' }, 'Did you mean "databases"?'],
    ['catalog_tools', { server: 'pg2' }, 'No server is called "pg2"'],
    ['catalog_schema', { tool: 'pg/querry' }, 'Did you mean pg/query?'],
    ['catalog_schema', {}, 'names no tool'],
    ['catalog_schema', { tool: 'pg/query', cursor: '/nowhere' }, 'nothing at "/nowhere"'],
    ['catalog_schema', { tool: 'no id' }, 'is not the id of a tool'],
    ['catalog_categories', { cursor: 'x' }, 'cursor'],
  ])('%s refuses %j', async (name, input, message) => {
    const { call, list } = await openCatalog({ settings: { categories: { databases: ['pg'] } } });
    await list('pg', [rawTool('query', 'Run a query.')]);
    const outcome = await call(name, input);
    expect(outcome.ok ? '' : outcome.error.message).toContain(message);
  });
});

describe('the cache of tiers', () => {
  it('answers again without making it anew until the catalog changes or its time is over', async () => {
    const { call, list, database, clock } = await openCatalog();
    const uses = async () =>
      database.kysely.selectFrom('mcp_tier_use').selectAll().where('tier', '=', 'hot').execute();
    await list('a', [rawTool('one', 'First.')]);
    await call('catalog_hot');
    await call('catalog_hot');
    expect(await uses()).toEqual([{ tier: 'hot', hits: 1, misses: 1 }]);
    await list('a', [rawTool('one', 'First.'), rawTool('two', 'Second.')]);
    expect(structured(await call('catalog_hot')).tools).toHaveLength(2);
    expect(await uses()).toEqual([{ tier: 'hot', hits: 1, misses: 2 }]);
    clock.advance(3_600_001);
    await call('catalog_hot');
    expect(await uses()).toEqual([{ tier: 'hot', hits: 1, misses: 3 }]);
  });
});
