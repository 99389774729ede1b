import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { contextTypes } from '../item.ts';
import { retrieve } from '../retrieve.ts';
import { itemStore } from '../store/items.ts';
import { storeItems } from '../store-items.ts';
import { contextFixture, type FixtureOptions, wordEmbedder } from './context-fixture.ts';

const note = (content: string, more: object = {}) =>
  ({ content, content_type: 'output', source: 'agent', ...more }) as const;

/** What every backend has to do. `root` gives each test the folder it works in. */
export function storeContract(backend: string, root?: () => string): void {
  const open = (options: FixtureOptions = {}) =>
    contextFixture({
      settings: { storage: { backend }, embeddings: { provider: 'none' } },
      ...(root && { root: root() }),
      ...options,
    });

  it('come back with every field', async () => {
    const context = await open();
    mkdirSync(path.join(context.root, 'src'), { recursive: true });
    writeFileSync(path.join(context.root, 'src', 'a.ts'), 'export {};\n');
    const [stored] = await storeItems(context, [
      note('The cache key needs the tenant.', {
        tags: ['cache', 'cache', 'tenant'],
        metadata: { confidence: 0.7 },
        source_iteration: 3,
        source_run: 'run_1',
        source_task: 12,
        files: ['src/a.ts', '../outside', 'src/missing.ts'],
      }),
    ]);
    const item = await itemStore(context.database.kysely).find(stored?.id ?? '');
    expect(item).toMatchObject({
      content: 'The cache key needs the tenant.',
      content_type: 'output',
      state: 'active',
      created_iteration: 0,
      source: 'agent',
      tags: ['cache', 'tenant'],
      metadata: { confidence: 0.7 },
      usefulness_score: 0.5,
      access_count: 0,
      last_accessed: null,
      source_iteration: 3,
      source_run: 'run_1',
      source_task: 12,
      trust: 0.6,
      supersedes: null,
      fixed_by: null,
    });
    expect(item?.cited_files).toEqual([
      { path: 'src/a.ts', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { path: 'src/missing.ts', hash: null },
    ]);
  });

  it.each(contextTypes)('of type %s are found by their words', async (content_type) => {
    const context = await open();
    await storeItems(context, [
      { content: 'Migrations run in readConfig before the pool opens.', content_type },
      { content: 'The landing page has a new hero image.', content_type },
    ]);
    const { items } = await retrieve(context, { query: 'where do migrations read the config' });
    expect(items.map(({ item }) => item.content)).toEqual([
      'Migrations run in readConfig before the pool opens.',
    ]);
  });

  it('lose their secrets before they are stored', async () => {
    const context = await open();
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const [stored] = await storeItems(context, [
      note(`Push with ${secret} works.`, {
        tags: [secret],
        metadata: { deep: { note: `token ${secret}` }, password: 'hunter2hunter2' },
      }),
    ]);
    expect(stored?.redacted).toBe(true);
    const rows = await context.database.kysely.selectFrom('items').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain('hunter2');
  });

  it('are kept once when they say the same, and count as fresh again', async () => {
    const context = await open();
    const [first] = await storeItems(context, [note('Use pnpm here.', { tags: ['a'] })]);
    const [again] = await storeItems(context, [note('Use pnpm here.', { tags: ['b'] })]);
    expect(again).toMatchObject({ id: first?.id, deduplicated: true });
    const item = await itemStore(context.database.kysely).find(first?.id ?? '');
    expect(item?.tags).toEqual(['a', 'b']);
    await storeItems(context, [note('Use pnpm here.', { tags: ['lockfile'] })]);
    const { items: byTag } = await retrieve(context, { query: 'lockfile' });
    expect(byTag.map(({ item }) => item.id)).toEqual([first?.id]);
    const [other] = await storeItems(context, [
      { ...note('Use pnpm here.'), content_type: 'skill' },
    ]);
    expect(other?.deduplicated).toBe(false);
  });

  it('replace the one they supersede', async () => {
    const context = await open();
    const [old] = await storeItems(context, [note('The API listens on port 8080.')]);
    const [fresh] = await storeItems(context, [
      note('The API listens on port 9090.', { supersedes: old?.id }),
    ]);
    const { items } = await retrieve(context, { query: 'which port does the API listen on' });
    expect(items.map(({ item }) => item.id)).toEqual([fresh?.id]);
    await expect(storeItems(context, [note('x y', { supersedes: 'ctx_none' })])).rejects.toThrow(
      'there is no item ctx_none',
    );
  });

  it('tie a fix to its error, which is then found by the words of either', async () => {
    const context = await open();
    const [error] = await storeItems(context, [
      { content: 'ECONNRESET while uploading', content_type: 'error' },
    ]);
    const [fix] = await storeItems(context, [
      note('Raised the keepalive of the agent pool.', { fixes: error?.id }),
    ]);
    const store = itemStore(context.database.kysely);
    expect(await store.find(error?.id ?? '')).toMatchObject({ fixed_by: fix?.id });
    expect(await store.find(fix?.id ?? '')).toMatchObject({ fixes: error?.id });
    const { items } = await retrieve(context, { query: 'keepalive agent pool', types: ['error'] });
    expect(items.map(({ item }) => item.id)).toEqual([error?.id]);
  });

  it('are found by their vectors, and back-filled when the model was away', async () => {
    const embedder = wordEmbedder();
    const context = await open({ embedder });
    embedder.failing = true;
    const [raw] = await storeItems(context, [note('Retries use exponential waiting times.')]);
    expect(raw?.embedded).toBe(false);
    const away = await retrieve(context, { query: 'exponential waiting' });
    expect(away.items).toHaveLength(1);
    expect(away.stats).toMatchObject({ degraded: 'text', degraded_reason: 'the model is gone' });
    embedder.failing = false;
    const { backfillVectors } = await import('../embed-items.ts');
    expect(await backfillVectors(context, { limit: 10 })).toEqual({ embedded: 1 });
    const back = await retrieve(context, { query: 'exponential waiting' });
    expect(back.stats.degraded).toBeNull();
    expect(back.items[0]?.factors.cosine).toBeGreaterThan(0.5);
  });

  it('say nothing to a query that nothing fits', async () => {
    const context = await open();
    await storeItems(
      context,
      Array.from({ length: 40 }, (_, n) => note(`Build step ${n} compiles module number ${n}.`)),
    );
    const { items } = await retrieve(context, { query: 'recipe for lemon cheesecake' });
    expect(items).toEqual([]);
  });
}
