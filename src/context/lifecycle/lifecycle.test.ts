import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { markUseful } from '../feedback.ts';
import type { NewItem } from '../item.ts';
import { storeIteration } from '../iterations.ts';
import { retrieve } from '../retrieve.ts';
import { showItem } from '../show-item.ts';
import { contentOf } from '../store/archives.ts';
import { itemStore } from '../store/items.ts';
import { setIteration } from '../store/memory-clock.ts';
import { storeItems } from '../store-items.ts';
import { contextFixture, type TestContext } from '../testing/context-fixture.ts';
import { archiveItems, archiveOlderThan } from './archive.ts';
import { pruneItems } from './prune.ts';
import { restoreItems } from './restore.ts';
import { runLifecycle } from './run-lifecycle.ts';

const long = (about: string) =>
  `${about} was decided. ${'We talked about it at length and came to no other result. '.repeat(30)} Ticket RAL-77 has more.`;

async function store(context: TestContext, item: NewItem): Promise<string> {
  const [stored] = await storeItems(context, [item]);
  return stored?.id ?? '';
}

async function stateOf(context: TestContext, id: string): Promise<string | undefined> {
  return (await itemStore(context.database.kysely).find(id))?.state;
}

async function unhelpful(context: TestContext, id: string): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await markUseful(context, { itemId: id, helpful: false, author: 'a', sessionId: null });
  }
}

describe('the lifecycle', () => {
  it('moves an item on with its age, and loses nothing on the way', async () => {
    const context = await contextFixture();
    const content = long('Pagination by cursor');
    const id = await store(context, { content, content_type: 'output' });
    await unhelpful(context, id);
    const seen: (string | undefined)[] = [];
    for (const iteration of [5, 6, 20, 21, 50, 51, 100, 101]) {
      await setIteration(context.database.kysely, iteration);
      await runLifecycle(context);
      seen.push(await stateOf(context, id));
      if (iteration > 51) continue;
      // Whatever is shown of it, it is found by its last words and can be had whole.
      const { items } = await retrieve(context, { query: 'ticket RAL-77', minScore: 0.01 });
      expect(items.map(({ item }) => item.id)).toEqual([id]);
      expect((await showItem(context, id)).content).toBe(content);
    }
    expect(seen).toEqual([
      'active',
      'aging',
      'aging',
      'summarized',
      'summarized',
      'archived',
      'archived',
      undefined,
    ]);
    expect(await restoreItems(context, { ids: [id] })).toEqual({ restored: [id] });
    expect((await showItem(context, id)).content).toBe(content);
    await runLifecycle(context);
    expect(await stateOf(context, id)).toBe('summarized');
  });

  it('never shrinks, archives or prunes a skill or an error without a fix', async () => {
    const context = await contextFixture();
    const skill = await store(context, { content: long('A skill'), content_type: 'skill' });
    const error = await store(context, { content: long('An error'), content_type: 'error' });
    for (const id of [skill, error]) await unhelpful(context, id);
    await setIteration(context.database.kysely, 500);
    for (let i = 0; i < 4; i++) await runLifecycle(context);
    expect(await stateOf(context, skill)).toBe('active');
    expect(await stateOf(context, error)).toBe('active');
    await store(context, { content: 'The fix.', content_type: 'output', fixes: error });
    for (let i = 0; i < 4; i++) await runLifecycle(context);
    expect(await stateOf(context, error)).toBeUndefined();
  });

  it('prunes only what is less useful than the setting', async () => {
    const context = await contextFixture();
    const [useful, useless] = [
      await store(context, { content: 'A useful thing.', content_type: 'output' }),
      await store(context, { content: 'A useless thing.', content_type: 'output' }),
    ];
    await unhelpful(context, useless);
    await setIteration(context.database.kysely, 1_000);
    for (let i = 0; i < 4; i++) await runLifecycle(context);
    expect([await stateOf(context, useful), await stateOf(context, useless)]).toEqual([
      'archived',
      undefined,
    ]);
  });

  it('looks only at what changes: every query of an iteration goes through an index', async () => {
    const context = await contextFixture();
    const { kysely } = context.database;
    const plans = await Promise.all(
      [
        itemQuery("state = 'aging' and aged_from < 7", 'aged_from, key'),
        itemQuery(
          "usefulness_estimate < 0.3 and +state = 'archived' and +aged_from < 7",
          'usefulness_estimate',
        ),
      ].map((query) =>
        sql<{ detail: string }>`${sql.raw(`explain query plan ${query}`)}`.execute(kysely),
      ),
    );
    const details = plans.map(({ rows }) => rows.map((row) => row.detail).join(' '));
    expect(details[0]).toContain('USING INDEX items_by_age (state=? AND aged_from<?)');
    expect(details[1]).toContain('USING INDEX items_by_usefulness');
  });

  it('archives by date, and restores a day', async () => {
    const context = await contextFixture();
    const first = await store(context, { content: 'Of the first day.', content_type: 'output' });
    await archiveOlderThan(context, -1);
    context.advance(86_400_000);
    const second = await store(context, { content: 'Of the second day.', content_type: 'output' });
    await archiveOlderThan(context, -1);
    const folder = path.join(context.folder ?? '', 'archives');
    expect(readdirSync(folder)).toEqual(['2026-01-01.jsonl', '2026-01-02.jsonl']);
    expect(readFileSync(path.join(folder, '2026-01-02.jsonl'), 'utf8')).toContain('second day');
    expect(await restoreItems(context, { date: '2026-01-02' })).toEqual({ restored: [second] });
    expect(await stateOf(context, first)).toBe('archived');
    await expect(restoreItems(context, { ids: ['ctx_none'] })).rejects.toThrow('No archive holds');
  });

  it('keeps the memory below its size limit, by value', async () => {
    const context = await contextFixture({ settings: { storage: { max_size_mb: 1 } } });
    const words = (n: number) =>
      Array.from({ length: 300 }, (_, i) => `word${n * 300 + i}`).join(' ');
    const keep = await store(context, {
      content: 'Kept because it helped.',
      content_type: 'output',
    });
    await markUseful(context, { itemId: keep, helpful: true, author: 'a', sessionId: null });
    const skill = await store(context, { content: 'A skill is kept.', content_type: 'skill' });
    const items = Array.from({ length: 200 }, (_, n) => ({
      content: words(n),
      content_type: 'output' as const,
    }));
    await storeItems(context, items);
    expect((await context.index.stats()).documents).toBeLessThan(202);
    const { storeSize } = await import('./limit-size.ts');
    expect((await storeSize(context)).used).toBeLessThan(1_048_576);
    expect(await stateOf(context, keep)).toBe('active');
    expect(await stateOf(context, skill)).toBe('active');
    expect(context.lines.join()).toContain('reached its size limit');
    expect(await context.index.check()).toEqual([]);
  });

  it('shortens archives instead of pruning everything when they are what is too large', async () => {
    const context = await contextFixture({ settings: { storage: { max_size_mb: 1 } } });
    const long = (n: number) => `item${n} ${`said ${n} times over. `.repeat(800)}`;
    const items = Array.from({ length: 50 }, (_, n) => ({
      content: long(n),
      content_type: 'output' as const,
    }));
    const stored: string[] = [];
    for (const item of items) {
      const id = await store(context, item);
      stored.push(id);
      await archiveItems(context, await itemStore(context.database.kysely).findAll([id]));
    }
    await storeItems(context, [{ content: 'One more.', content_type: 'output' }]);
    const { storeSize } = await import('./limit-size.ts');
    const { used, archives } = await storeSize(context);
    expect(used + archives).toBeLessThan(1_048_576);
    const left = await itemStore(context.database.kysely).findAll(stored);
    expect(left.length).toBeGreaterThan(15);
    for (const item of left) {
      expect(await contentOf(context, item)).toBe(items[stored.indexOf(item.id)]?.content);
    }
  });

  it('says so when it is too large and holds only what is never pruned', async () => {
    const context = await contextFixture({ settings: { storage: { max_size_mb: 1 } } });
    const words = (n: number) => Array.from({ length: 9_000 }, (_, i) => `w${n}x${i}`).join(' ');
    for (let n = 0; n < 8; n++) await store(context, { content: words(n), content_type: 'skill' });
    expect((await context.index.stats()).documents).toBe(8);
    expect(context.lines.join()).toContain('holds only what is never pruned');
  });

  it('an error that comes back from its archive is still found by the words of its fix', async () => {
    const context = await contextFixture();
    const error = await store(context, { content: 'ECONNRESET on upload', content_type: 'error' });
    const fix = await store(context, {
      content: 'Raised the keepalive of the pool.',
      content_type: 'output',
      fixes: error,
    });
    const items = itemStore(context.database.kysely);
    await archiveItems(context, await items.findAll([fix]));
    await pruneItems(context, await items.findAll([error]));
    await restoreItems(context, { ids: [error] });
    const { items: found } = await retrieve(context, { query: 'keepalive', types: ['error'] });
    expect(found.map(({ item }) => item.id)).toEqual([error]);
  });

  it('counts iterations on, whatever a new run counts', async () => {
    const context = await contextFixture();
    const result = { success: true, summary: 'Did it.' };
    const counts: number[] = [];
    for (const iteration of [1, 2, 9, 1, 2]) {
      counts.push((await storeIteration(context, { ...result, iteration })).created_iteration);
    }
    expect(counts).toEqual([1, 2, 9, 10, 11]);
  });

  it('takes a success after failures of the same task for their fix', async () => {
    const context = await contextFixture();
    const at = { run_id: 'run_1', task_id: 3 };
    const failed = await storeIteration(context, {
      ...at,
      iteration: 1,
      success: false,
      summary: 'Tests fail.',
      error: 'E_NO_TABLE users',
    });
    const other = await storeIteration(context, {
      ...at,
      task_id: 4,
      iteration: 2,
      success: true,
      summary: 'Other.',
    });
    expect(other.fixed).toEqual([]);
    const good = await storeIteration(context, {
      ...at,
      iteration: 3,
      success: true,
      summary: 'Ran the migration.',
    });
    expect(good.fixed).toEqual([failed.error_id]);
    const { items } = await retrieve(context, { query: 'E_NO_TABLE', types: ['error'] });
    expect(items[0]?.item.fixed_by).toBe(good.id);
  });
});

function itemQuery(where: string, order: string): string {
  return `select * from items where ${where} and content_type <> 'skill' AND (content_type <> 'error' OR fixed_by IS NOT NULL) order by ${order} limit 200`;
}
