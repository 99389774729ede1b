import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { rawServerFile } from '../../../catalog/testing/raw-servers.ts';
import { ralphInTemporaryFolder } from '../../testing/ralph-in.ts';

it('the catalog is listed, searched, measured and scored from the command line', async () => {
  const ralph = ralphInTemporaryFolder();
  writeFileSync(
    path.join(ralph.root, 'ralph.yaml'),
    `learning: { mcp_context: { embeddings: { provider: none } } }
catalog:
  servers: { raw: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(rawServerFile)}], category: testing } }
`,
  );
  expect(await ralph.text('catalog', 'hot')).toContain('ralph catalog sync');
  expect(await ralph.text('catalog', 'list')).toContain('not asked yet');
  expect(await ralph.text('catalog', 'budget')).toContain('ralph catalog sync');
  await ralph.text('catalog', 'sync');
  await ralph.run('catalog', 'call', 'raw/echo', '--json', '{"text":"x"}');

  expect(await ralph.json('catalog', 'list')).toMatchObject({
    servers: [{ server: 'raw', transport: 'stdio', enabled: true, calls: 1, last_error: null }],
  });
  expect(await ralph.text('catalog', 'hot')).toMatch(/^raw\/echo\(text, times\): Answers/);
  expect(await ralph.text('catalog', 'categories')).toMatch(/^testing: \d+ tools of 1 servers$/);
  expect(
    await ralph.json('catalog', 'tools', '--category', 'testing', '--page-size', '1'),
  ).toMatchObject({
    tools: [{ tool: 'raw/echo', success_rate: '100.0%' }],
  });
  expect(await ralph.error('catalog', 'tools', '--server', 'row')).toContain('Did you mean "raw"?');
  expect(await ralph.text('catalog', 'search', 'answers', 'what it was given')).toMatch(
    /^raw\/echo/,
  );
  expect(await ralph.text('catalog', 'search', 'bake a cake')).toContain('Nothing fits.');
  expect(await ralph.json('catalog', 'schema', 'raw/echo')).toMatchObject({
    tools: [{ parameters: { required: ['text'] }, performance: { total_invocations: 1 } }],
  });
  expect(await ralph.json('catalog', 'budget')).toMatchObject({
    servers: 1,
    full_listing_tokens: expect.any(Number),
    rows: [{ step: 'T0' }, { step: 'T1' }, { step: 'T2' }, { step: 'T3', budget: 12_000 }],
  });
  expect(await ralph.text('catalog', 'budget')).toContain('tokens if all were listed');
  expect(await ralph.json('catalog', 'stats')).toMatchObject({
    calls: 1,
    tools_by_use: [{ tool: 'raw/echo', success_rate: 100 }],
    cache: [{ label: 'T0', target: 0.95 }, { label: 'T1' }, { label: 'T2' }, { label: 'T3' }],
  });
  expect(await ralph.text('catalog', 'stats')).toContain('raw/echo');
  expect(await ralph.json('catalog', 'rescore')).toEqual({ changed: 0 });
  expect(await ralph.text('catalog', 'approve')).toBe('Nothing waits for approval.');
  expect(await ralph.error('catalog', 'approve', 'raw/echo')).toContain('does not wait');
});

it('a search lists what is near the best, and says what it left out and how to see it', async () => {
  const ralph = ralphInTemporaryFolder();
  const list = path.resolve('test/fixtures/catalog/toollists/playwright__mcp.json');
  const args = [path.resolve('test/fixtures/catalog/list-server.mjs'), list];
  const server = { command: process.execPath, args };
  writeFileSync(
    path.join(ralph.root, 'ralph.yaml'),
    JSON.stringify({
      learning: { mcp_context: { embeddings: { provider: 'none' } } },
      catalog: { servers: { browser: server } },
    }),
  );
  await ralph.text('catalog', 'sync');
  const query = ['catalog', 'search', 'take a screenshot of the current page'];
  const found = z
    .object({ tools: z.array(z.object({ tool: z.string(), confidence: z.number() })) })
    .parse(await ralph.json(...query)).tools;
  const best = Math.max(...found.map(({ confidence }) => confidence));
  const near = found.filter(({ confidence }) => confidence >= best / 4);
  expect(near.length).toBeGreaterThan(0);
  expect(near.length).toBeLessThan(found.length);
  const text = await ralph.text(...query);
  for (const { tool } of found)
    expect(text.includes(`${tool}(`)).toBe(near.some((one) => one.tool === tool));
  expect(text).toMatch(
    new RegExp(`${found.length - near.length} more fits? less: --limit ${found.length} lists them`),
  );
  const all = await ralph.text(...query, '--limit', `${found.length}`);
  for (const { tool } of found) expect(all).toContain(`${tool}(`);
  expect(await ralph.text('catalog', 'list')).toMatch(/^SERVER +VIA +TOOLS +CALLS +STATE\n/);
});
