import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { countTokens } from '../../src/base/tokens.ts';
import { generatedCatalog } from '../../src/catalog/testing/generated-catalog.ts';
import { idsIn, leastArguments, openCatalogClient } from '../support/catalog-client.ts';
import { ralph } from '../support/run-program.ts';
import { scratchFolder } from '../support/scratch-folder.ts';

const recorded = path.resolve(import.meta.dirname, '../../../shared/data/toollists');
const listServer = path.resolve(import.meta.dirname, '../fixtures/catalog/list-server.mjs');
const root = scratchFolder();
const starts = path.join(root, 'starts.txt');
const started = () =>
  existsSync(starts) ? readFileSync(starts, 'utf8').split('\n').filter(Boolean) : [];

/** The recorded lists of real servers where they lie beside the checkout, else as many that are made up. */
function listFiles(): string[] {
  if (existsSync(recorded)) {
    const files = readdirSync(recorded).filter((file) => file.endsWith('.json'));
    return files.map((file) => path.join(recorded, file));
  }
  process.stderr.write(`No recorded lists in ${recorded}: generated ones stand in for them.\n`);
  const folder = path.join(root, 'lists');
  mkdirSync(folder);
  return [...generatedCatalog(120, 34)].map(([name, tools]) => {
    const file = path.join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify({ tools }));
    return file;
  });
}

const files = listFiles();
const nameOf = (file: string) => path.basename(file, '.json').replaceAll(/[^A-Za-z0-9_-]/g, '_');

beforeAll(async () => {
  const servers = files.map((file) => [
    nameOf(file),
    { command: process.execPath, args: [listServer, file, starts] },
  ]);
  writeFileSync(
    path.join(root, 'ralph.yaml'),
    JSON.stringify({
      catalog: { servers: Object.fromEntries(servers) },
      learning: { mcp_context: { embeddings: { provider: 'none' } } },
    }),
  );
  const { code, stdout, stderr } = await ralph(['catalog', 'sync', '--json'], { cwd: root });
  expect([code, stderr]).toEqual([0, expect.anything()]);
  expect(JSON.parse(stdout).servers).toHaveLength(files.length);
});

async function open() {
  const client = await openCatalogClient(root);
  onTestFinished(() => client.close());
  return client;
}

describe(`${files.length} servers behind Ralph`, () => {
  it('were each started once for the sync, and every tool that can be named is known', async () => {
    expect(started().toSorted()).toEqual(files.map((file) => path.basename(file)).toSorted());
    const { stdout } = await ralph(['catalog', 'list', '--json'], { cwd: root });
    const known = JSON.parse(stdout).servers.reduce(
      (sum: number, { tools }: { tools: number }) => sum + tools,
      0,
    );
    const listed = files.reduce(
      (sum, file) => sum + JSON.parse(readFileSync(file, 'utf8')).tools.length,
      0,
    );
    expect(known).toBe(listed);
    expect(listed).toBeGreaterThan(4_000);
  });

  it('cost what the tiers promise, and start for nothing but a call', async () => {
    const before = started().length;
    const client = await open();
    const hot = await client.call('catalog_hot');
    const categories = await client.call('catalog_categories');
    const rows = categories.structured.categories;
    const [largest] = (Array.isArray(rows) ? rows : []).toSorted(
      (a, b) => b.tool_count - a.tool_count,
    );
    const tools = await client.call('catalog_tools', { category: largest.category, page_size: 50 });
    const schemas = await client.call('catalog_schema', { tools: idsIn(tools).slice(0, 10) });
    const t0 = hot.tokens;
    const t1 = t0 + categories.tokens;
    const t2 = t1 + tools.tokens;
    const t3 = t2 + schemas.tokens;
    process.stderr.write(`tokens: ${JSON.stringify({ t0, t1, t2, t3 })}\n`);
    expect(idsIn(hot).length).toBeGreaterThanOrEqual(10);
    expect(t0).toBeLessThanOrEqual(2_000);
    expect(t1).toBeLessThanOrEqual(4_000);
    expect(t2).toBeLessThanOrEqual(8_000);
    expect(t3).toBeLessThanOrEqual(12_000);
    await client.call('catalog_search', { query: 'send an email to a customer' });
    expect(started()).toHaveLength(before);
    expect(client.runningServers()).toEqual([]);
  });

  it('are used for at most 8,000 tokens from the hot list to the call, which starts one of them', async () => {
    const queries = [
      'read the rows of a database table',
      'take a screenshot of a web page',
      'list the open pull requests of a repository',
      'send a message to a channel',
      'create a payment link',
    ];
    for (const query of queries) {
      const before = started().length;
      const client = await open();
      const hot = await client.call('catalog_hot');
      const search = await client.call('catalog_search', { query });
      const [tool] = idsIn(search);
      const schema = await client.call('catalog_schema', { tool });
      const [shown] = schema.structured.tools as { parameters: object }[];
      expect(started()).toHaveLength(before);
      const answer = await client.call('catalog_call', {
        tool,
        arguments: leastArguments(shown?.parameters ?? {}),
      });
      expect(answer.text).toContain('was called');
      const path = [hot, search, schema, answer].map(({ tokens }) => tokens);
      const whole = path.reduce((sum, tokens) => sum + tokens, 0);
      process.stderr.write(`tokens to a call: ${whole} = ${path.join(' + ')} (${tool})\n`);
      expect(whole).toBeLessThanOrEqual(8_000);
      expect(started()).toHaveLength(before + 1);
      expect(`${started().at(-1)}`).toBe(`${String(tool).split('/')[0]}.json`);
      expect(client.runningServers()).toHaveLength(1);
      await client.close();
    }
  });

  it('would cost a thousand times as much if all were listed', async () => {
    let full = 0;
    for (const file of files)
      full += await countTokens(JSON.stringify(JSON.parse(readFileSync(file, 'utf8')).tools));
    process.stderr.write(`tokens of the full listing: ${full}\n`);
    const { stdout } = await ralph(['catalog', 'budget', '--json'], { cwd: root });
    const said = JSON.parse(stdout);
    expect(said.servers).toBe(files.length);
    expect(said.full_listing_tokens).toBeGreaterThan(1_000_000);
    expect(Math.abs(said.full_listing_tokens / full - 1)).toBeLessThan(0.05);
  });
});
