import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { reference } from '../base/env-reference.ts';
import { createEmbedder } from '../embedding/create-embedder.ts';
import { memoryForTheLoop } from './for-the-loop.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { retrieve } from './retrieve.ts';
import { storeItems } from './store-items.ts';
import { contextFixture } from './testing/context-fixture.ts';
import { iterationFixture } from './testing/iteration-fixture.ts';
import { servicesFixture } from './testing/services-fixture.ts';

const items = [
  { content: 'The importer needs UTF-8 files.', content_type: 'output' },
  { content: 'Dark mode is stored in localStorage.', content_type: 'output' },
] as const;
const local = { provider: 'local', model: 'all-MiniLM-L6-v2' } as const;

/** Overwrites the page of the text index that holds a word of the first item. */
function spoilTextIndex(file: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf('\x01\x06import');
  if (at < 0) throw new Error('the text index is not where this test looks for it');
  bytes.fill(0xff, at - 16, at + 16);
  writeFileSync(file, bytes);
}

describe('without the model', () => {
  it.each([
    ['missing', () => undefined],
    [
      'corrupt',
      (folder: string) => {
        for (const file of ['model_quantized.onnx', 'tokenizer.json', 'tokenizer_config.json']) {
          writeFileSync(path.join(folder, file), 'this is no model');
        }
      },
    ],
  ])('whose files are %s, words are searched', async (_, spoil) => {
    const modelFolder = scratchFolder();
    spoil(modelFolder);
    const embedder = createEmbedder(local, { env: {}, modelFolder });
    const context = await contextFixture({ embedder });
    const stored = await storeItems(context, items);
    expect(stored.map(({ embedded }) => embedded)).toEqual([false, false]);
    const { items: found, stats } = await retrieve(context, { query: 'importer files' });
    expect(found.map(({ item }) => item.content)).toEqual([items[0].content]);
    expect(stats.degraded).toBe('text');
    expect(stats.degraded_reason).toMatch(/model|file|tokenizer/i);
  });

  it('whose service never answers, words are searched after its time is up', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const embedder = createEmbedder(
      {
        provider: 'openai',
        model: 'm',
        base_url: `http://127.0.0.1:${port}/v1`,
        api_key: reference('KEY'),
      },
      { env: { KEY: 'k' }, timeoutMs: 150 },
    );
    const context = await contextFixture({ embedder });
    await storeItems(context, [items[0]]);
    const { items: found, stats } = await retrieve(context, { query: 'importer files' });
    expect(found).toHaveLength(1);
    expect(stats.degraded).toBe('text');
  });
});

describe('with a damaged index', () => {
  it('the index is made anew from the rows, and the search goes on', async () => {
    const root = scratchFolder();
    const healthy = await contextFixture({ root });
    await storeItems(healthy, items);
    await healthy.close();
    spoilTextIndex(healthy.database.file);
    const context = await contextFixture({ root });
    const { items: found } = await retrieve(context, { query: 'importer files' });
    expect(found.map(({ item }) => item.content)).toEqual([items[0].content]);
    expect(context.lines.join()).toContain('index is damaged and is made anew');
    expect(await context.index.check()).toEqual([]);
  });

  it('an index that has lost all its words is seen to be damaged, though nothing fails', async () => {
    const context = await contextFixture();
    await storeItems(context, items);
    await sql`insert into search_text (search_text) values ('delete-all')`.execute(
      context.database.kysely,
    );
    const { items: found } = await retrieve(context, { query: 'importer files' });
    expect(found.map(({ item }) => item.content)).toEqual([items[0].content]);
    expect(context.lines.join()).toContain('index is damaged and is made anew');
  });

  it('that stopped half-way, the next to open goes on with it', async () => {
    const root = scratchFolder();
    const context = await contextFixture({ root });
    await storeItems(context, items);
    await context.database.transaction(async (tx) => {
      await context.index.clear(tx);
      await tx.insertInto('memory_state').values({ name: 'rebuilt_up_to', value: 0 }).execute();
    });
    const next = await contextFixture({ root });
    expect((await retrieve(next, { query: 'dark mode' })).items).toHaveLength(1);
    expect(await next.index.check()).toEqual([]);
  });
});

it('a row that is damaged costs what is damaged of it, and no more', async () => {
  const root = scratchFolder();
  const context = await contextFixture({ root });
  await storeItems(context, items);
  const { kysely } = context.database;
  await sql`pragma ignore_check_constraints = on`.execute(kysely);
  await sql`update items set content_type = 'x', state = 'y', tags = '[' where key = 1`.execute(
    kysely,
  );
  expect(await rebuildIndex(context)).toBe(2);
  const next = await contextFixture({ root });
  const { items: found } = await retrieve(next, { query: 'importer files' });
  expect(found.map(({ item }) => item.content)).toEqual([items[0].content]);
});

it('an index of a table that is damaged is made anew with the rest', async () => {
  const root = scratchFolder();
  const healthy = await contextFixture({ root });
  await storeItems(healthy, items);
  const { rows } = await sql<{ page: number; size: number }>`select rootpage as page,
    page_size as size from sqlite_master, pragma_page_size where name = 'items_by_content'`.execute(
    healthy.database.kysely,
  );
  await healthy.close();
  const { page = 0, size = 0 } = rows[0] ?? {};
  const file = openSync(healthy.database.file, 'r+');
  writeSync(file, Buffer.alloc(32, 0x66), 0, 32, page * size - 40);
  closeSync(file);
  const context = await contextFixture({ root });
  expect(await context.database.integrityCheck()).not.toEqual([]);
  expect(await rebuildIndex(context)).toBe(2);
  expect(await context.database.integrityCheck()).toEqual([]);
  const { items: found } = await retrieve(context, { query: 'importer files' });
  expect(found.map(({ item }) => item.content)).toEqual([items[0].content]);
});

describe('with a database that cannot be used', () => {
  async function withMemory() {
    const fixture = servicesFixture();
    await fixture.answer('store_context', { content: items[0].content, context_type: 'error' });
    await fixture.answer('get_relevant_context', { query: 'importer files' });
    await fixture.services.close();
    return fixture;
  }

  it('damaged: what was recalled before still is, and the tools say what to do', async () => {
    const { root, folder } = await withMemory();
    writeFileSync(path.join(folder, 'context.db'), 'nonsense'.repeat(2_000));
    const { answer, refusal, services } = servicesFixture({ root });
    expect(await answer('get_relevant_context', { query: 'importer files' })).toMatchObject({
      items: [{ content: items[0].content, score: null }],
      stats: { degraded: 'cached', degraded_reason: expect.stringContaining('damaged') },
    });
    expect(await answer('get_relevant_context', { query: 'lemon cake' })).toMatchObject({
      items: [],
      stats: { degraded: 'nothing' },
    });
    expect(await answer('health_check')).toMatchObject({
      status: 'unavailable',
      level: 'cached',
      checks: [{ name: 'database', ok: false, fix: expect.stringContaining('mv ') }],
    });
    const stored = { content: 'x y', context_type: 'output' };
    expect(await refusal('store_context', stored)).toMatchObject({ code: 'unavailable' });
    const prompt = await memoryForTheLoop(services).recall({
      work: 'importer files',
      random: () => 1,
    });
    expect(prompt.recall.degraded).toBe('cached');
    expect(prompt.injected).toMatchObject([{ score: null, factors: null }]);
    expect(prompt.recall.degraded_reason).toContain('damaged');
  });

  it('in a folder that is a file: the loop goes on without', async () => {
    const root = scratchFolder();
    writeFileSync(path.join(root, '.agent'), '');
    const { services } = servicesFixture({ root });
    const memory = memoryForTheLoop(services);
    expect(await memory.recall({ work: 'anything' })).toMatchObject({ injected: [] });
    expect(await memory.record(iterationFixture())).toBeUndefined();
    expect(await memory.reflectionInput(5)).toBeUndefined();
    expect(await memory.applyOperations([])).toBeUndefined();
  });

  it('full: what is worth least makes room, and the log says so', async () => {
    const context = await contextFixture();
    const filler = Array.from({ length: 120 }, (_, n) => ({
      content: Array.from({ length: 120 }, (__, i) => `filler${n * 120 + i}`).join(' '),
      content_type: 'output' as const,
    }));
    await storeItems(context, filler);
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(
      context.database.kysely,
    );
    await sql`${sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`)}`.execute(
      context.database.kysely,
    );
    const [stored] = await storeItems(context, [
      { content: `A new finding. ${'It is long. '.repeat(3_000)}`, content_type: 'output' },
    ]);
    expect(stored?.id).toMatch(/^ctx_/);
    expect(context.lines.join()).toContain('the disk is full: items worth least were pruned');
    expect((await context.index.stats()).documents).toBeLessThan(121);
    expect(await context.index.check()).toEqual([]);
  });
});

it('a memory that is turned off answers with nothing', async () => {
  const { answer, refusal, root } = servicesFixture({ enabled: false });
  expect(await answer('get_relevant_context', { query: 'x' })).toMatchObject({
    items: [],
    stats: { degraded: 'nothing' },
  });
  expect(await answer('health_check')).toMatchObject({ status: 'off', level: 'nothing' });
  const stored = { content: 'x', context_type: 'output' };
  expect((await refusal('store_context', stored)).hint).toContain('learning.enabled');
  expect(existsSync(path.join(root, '.agent'))).toBe(false);
});
