import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { inspectDatabase } from './inspect-database.ts';
import { openDatabase } from './open-database.ts';
import { openNotes } from './testing/notes.ts';
import { notesMigrations } from './testing/notes-schema.ts';
import { workerProcesses } from './testing/worker-processes.ts';

// Many processes on a busy machine are slow, which is not what is tested here.
vi.setConfig({ testTimeout: 120_000 });
const start = workerProcesses();
const newFile = () => path.join(scratchFolder(), 'notes.db');

it('of six processes that open a new database at once exactly one migrates it', async () => {
  const file = newFile();
  const workers = Array.from({ length: 6 }, () => start('open', file));
  await Promise.all(workers.map((worker) => worker.done()));
  expect(workers.map((worker) => worker.lines)).toEqual(workers.map(() => ['3']));
  const { kysely } = await openNotes({ file });
  const { rows } = await sql`select distinct app_version from schema_migrations`.execute(kysely);
  expect(rows).toHaveLength(1);
});

it('four processes with 250 transactions each lose no update and never see "busy"', async () => {
  const file = newFile();
  const workers = Array.from({ length: 4 }, () => start('count', file, '250'));
  await Promise.all(workers.map((worker) => worker.done()));
  const database = await openNotes({ file });
  const row = await database.kysely.selectFrom('notes').select('size').executeTakeFirstOrThrow();
  expect(row.size).toBe(1_000);
  expect(await database.integrityCheck()).toEqual([]);
});

it('kill -9 in the middle of writing loses nothing that was acknowledged', async () => {
  const file = newFile();
  const acknowledged: number[] = [];
  for (let round = 0; round < 5; round++) {
    const worker = start('write', file, String(round * 100_000 + 1));
    await worker.said(20 + round * 37);
    await worker.kill();
    acknowledged.push(...worker.lines.map(Number));
  }
  const database = await openNotes({ file });
  const notes = await database.kysely.selectFrom('notes').select('id').execute();
  const tags = await database.kysely.selectFrom('tags').select('note_id').execute();
  const ids = new Set(notes.map((note) => note.id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(tags.map((tag) => tag.note_id))).toEqual(ids);
  expect(await database.integrityCheck()).toEqual([]);
});

it('a look at a database that no process has open leaves nothing beside it', async () => {
  const file = newFile();
  await start('open', file).done();
  const migrations = notesMigrations.slice(0, 1);
  expect((await inspectDatabase(file, { migrations })).status).toBe('newer');
  await expect(openDatabase({ file, migrations })).rejects.toThrow('newer ralph');
  expect(readdirSync(path.dirname(file))).toEqual(['notes.db']);
});

it('a lock that another process keeps is waited for without blocking, then explained', async () => {
  const file = newFile();
  const [holder, waiter] = [
    await openNotes({ file }),
    await openNotes({ file, busyTimeoutMs: 250 }),
  ];
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 5);
  await holder.transaction(async () => {
    const writing = waiter.kysely.insertInto('notes').values({ id: 1, body: null }).execute();
    await expect(writing).rejects.toThrow(/stayed locked by another process/);
    const reading = waiter.kysely.selectFrom('notes').selectAll().execute();
    expect(await reading).toEqual([]);
  });
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(0);
  await waiter.kysely.insertInto('notes').values({ id: 1, body: null }).execute();
});
