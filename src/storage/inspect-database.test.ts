import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { inspectDatabase } from './inspect-database.ts';
import { openDatabase } from './open-database.ts';
import { connectSqlite } from './sqlite-connection.ts';
import { sqliteLibrary } from './sqlite-library.ts';
import { openNotes } from './testing/notes.ts';
import { notesMigrations } from './testing/notes-schema.ts';

const newFile = () => path.join(scratchFolder(), 'notes.db');
const migrations = notesMigrations;

/** Inspects, and proves that neither the file nor anything beside it changed. */
async function inspect(file: string, list = migrations) {
  const snapshot = () =>
    readdirSync(path.dirname(file))
      .filter((name) => !name.endsWith('-shm'))
      .sort()
      .map((name) => [name, readFileSync(path.join(path.dirname(file), name)).toString('base64')]);
  const before = snapshot();
  const inspection = await inspectDatabase(file, { migrations: list, busyTimeoutMs: 50 });
  expect(snapshot()).toEqual(before);
  return inspection;
}

async function closedDatabase(steps = migrations.length): Promise<string> {
  const file = newFile();
  const options = { file, migrations: migrations.slice(0, steps), appVersion: '0.0.9' };
  await (await openDatabase(options)).close();
  return file;
}

it('creates nothing where nothing is', async () => {
  const file = path.join(scratchFolder(), 'deep/notes.db');
  const inspection = await inspectDatabase(file, { migrations });
  expect(inspection).toMatchObject({ status: 'missing', sizeBytes: 0, expectedVersion: 3 });
  expect(inspection.problem).toBeUndefined();
  expect(existsSync(path.dirname(file))).toBe(false);
});

it('takes an empty file for a missing database', async () => {
  const file = newFile();
  writeFileSync(file, '');
  expect((await inspect(file)).status).toBe('missing');
});

it('finds a healthy database that nobody uses', async () => {
  const file = await closedDatabase();
  const inspection = await inspect(file);
  expect(inspection).toMatchObject({
    status: 'ok',
    schemaVersion: 3,
    writtenBy: '0.0.9',
    integrityProblems: [],
    sizeBytes: readFileSync(file).length,
  });
});

it('finds a healthy database that is in use, with what is only in its log', async () => {
  const file = newFile();
  const database = await openNotes({ file });
  await database.kysely.insertInto('notes').values({ id: 1, body: 'x' }).execute();
  expect(await inspect(file)).toMatchObject({ status: 'ok', schemaVersion: 3 });
});

it('tells a database that is behind, without bringing it up to date', async () => {
  const file = await closedDatabase(2);
  expect(await inspect(file)).toMatchObject({
    status: 'needs_migration',
    schemaVersion: 2,
    expectedVersion: 3,
    problem: undefined,
  });
});

it('tells a database that is too new', async () => {
  const inspection = await inspect(await closedDatabase(), migrations.slice(0, 1));
  expect(inspection.status).toBe('newer');
  expect(inspection.problem?.message).toContain('newer ralph (0.0.9)');
});

it('tells a database that is not ours', async () => {
  const file = newFile();
  const connection = connectSqlite(await sqliteLibrary(), file);
  connection.exec('create table theirs (x)');
  connection.close();
  const inspection = await inspect(file);
  expect(inspection.status).toBe('foreign');
  expect(inspection.problem?.message).toContain('ralph did not make');
});

it('tells a database that is locked', async () => {
  const file = newFile();
  const connection = connectSqlite(await sqliteLibrary(), file);
  connection.exec('create table theirs (x); begin exclusive');
  const inspection = await inspect(file);
  connection.exec('rollback');
  connection.close();
  expect(inspection.status).toBe('locked');
  expect(inspection.problem?.message).toContain('stayed locked by another process');
  expect(inspection.problem?.hint).toContain('Wait until the other ralph process is done');
});
