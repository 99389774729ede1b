import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/context/context.ts';
import { recall } from '../../src/context/recall.ts';
import { retrieve } from '../../src/context/retrieve.ts';
import { contentOf, listArchives, readArchive } from '../../src/context/store/archives.ts';
import { itemStore } from '../../src/context/store/items.ts';
import { contextFixture } from '../../src/context/testing/context-fixture.ts';
import { servicesFixture } from '../../src/context/testing/services-fixture.ts';
import { workerProcesses } from '../../src/storage/testing/worker-processes.ts';
import { scratchFolder } from '../support/scratch-folder.ts';

const start = workerProcesses('context/worker');

async function filled(count: number): Promise<{ root: string; ids: readonly string[] }> {
  const root = scratchFolder();
  const worker = start('store', root, 'seed', String(count));
  await worker.done();
  return { root, ids: worker.lines };
}

/** Starts the worker, lets it live for a moment, kills it; several times. */
async function killDuring(command: string, root: string, times: number): Promise<void> {
  for (let round = 0; round < times; round++) {
    const worker = start(command, root);
    await worker.said(1);
    await sleep(Math.random() * 120);
    await worker.kill();
  }
}

async function contents(context: Context): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name } of await listArchives(context)) {
    for (const [id, item] of await readArchive(context, name)) found.set(id, item.content);
  }
  for (const item of await itemStore(context.database.kysely).page(0, 100_000)) {
    found.set(item.id, await contentOf(context, item));
  }
  return found;
}

async function expectSound(context: Context): Promise<void> {
  expect(await context.index.check()).toEqual([]);
  expect(await context.database.integrityCheck()).toEqual([]);
  const { documents } = await context.index.stats();
  expect(documents).toBe((await itemStore(context.database.kysely).page(0, 100_000)).length);
}

describe('several processes at one memory', () => {
  it('store 8 × 1,000 items at once: all are there, all are found', async () => {
    const root = scratchFolder();
    const workers = Array.from({ length: 8 }, (_, n) => start('store', root, `w${n}`, '1000'));
    await Promise.all(workers.map((worker) => worker.done()));
    const context = await contextFixture({ root });
    await expectSound(context);
    expect((await context.index.stats()).documents).toBe(8_000);
    const rows = await itemStore(context.database.kysely).findAll(
      workers.flatMap((w) => [...w.lines]),
    );
    expect(rows).toHaveLength(8_000);
    for (const [n, worker] of workers.entries()) {
      for (const place of [0, 499, 999]) {
        const { items } = await retrieve(context, {
          query: `w${n}x${place}`,
          maxItems: 1,
          minScore: 0,
        });
        expect(items[0]?.item.id).toBe(worker.lines[place]);
      }
    }
  });

  it('killed while storing: nothing acknowledged is lost', async () => {
    const root = scratchFolder();
    const acknowledged: string[] = [];
    for (let round = 0; round < 6; round++) {
      const worker = start('store', root, `r${round}`);
      await worker.said(5 + round * 13);
      await worker.kill();
      acknowledged.push(...worker.lines);
    }
    const context = await contextFixture({ root });
    await expectSound(context);
    const rows = await itemStore(context.database.kysely).findAll(acknowledged);
    expect(rows).toHaveLength(acknowledged.length);
  });

  it.each(['summarize', 'prune', 'reindex'])(
    'killed during %s: nothing is lost',
    async (command) => {
      const { root, ids } = await filled(300);
      await killDuring(command, root, 5);
      const context = await contextFixture({ root });
      await expectSound(context);
      const kept = await contents(context);
      expect(ids.filter((id) => !kept.has(id))).toEqual([]);
      expect([...kept.values()].every((text) => text.startsWith('Finding seedx'))).toBe(true);
      const rows = await itemStore(context.database.kysely).page(0, 1_000);
      for (const row of rows.slice(-3)) {
        const query = /seedx\d+/.exec(kept.get(row.id) ?? '')?.[0] ?? '';
        const { items } = await retrieve(context, { query, maxItems: 1, minScore: 0 });
        expect(items[0]?.item.id).toBe(row.id);
      }
    },
  );

  it('locked out of the database, a search answers in time with what it knew', async () => {
    const first = servicesFixture();
    const content = 'The importer needs UTF-8 files.';
    await first.answer('store_context', { content, context_type: 'output' });
    await first.answer('get_relevant_context', { query: 'importer files' });
    await first.services.close();
    // The connection of this process lingers; a copy in another folder has never been opened by it.
    const root = scratchFolder();
    cpSync(path.join(first.root, '.agent'), path.join(root, '.agent'), { recursive: true });
    for (const suffix of ['-wal', '-shm']) {
      rmSync(path.join(root, '.agent/context', `context.db${suffix}`), { force: true });
    }
    const holder = start('lock', root);
    await holder.said(1);
    const { services } = servicesFixture({ root });
    const { stats, items } = await recall(services, { query: 'importer files' }, 500);
    expect(stats.degraded).toBe('cached');
    expect(items.map(({ item }) => item.content)).toEqual([content]);
    await holder.kill();
    expect((await recall(services, { query: 'importer files' })).stats.degraded).toBeNull();
  });
});
