import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { UserError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { Migration } from './migration.ts';
import { openDatabase } from './open-database.ts';
import { connectSqlite } from './sqlite-connection.ts';
import { sqliteLibrary } from './sqlite-library.ts';
import { openNotes } from './testing/notes.ts';
import { type NotesSchema, notesMigrations } from './testing/notes-schema.ts';

const newFile = () => path.join(scratchFolder(), 'notes.db');
const upTo = (count: number) => notesMigrations.slice(0, count);

/** Makes a database as an older ralph left it, with a row in each table that can have one. */
async function writtenBefore(file: string, migrations: readonly Migration[]): Promise<void> {
  const database = await openDatabase<NotesSchema>({ file, migrations, appVersion: '0.0.9' });
  if (migrations.length >= 2) {
    await sql`insert into notes (id, body) values (1, 'kept')`.execute(database.kysely);
  }
  await database.close();
}

async function failure(attempt: Promise<unknown>): Promise<UserError> {
  const thrown = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof UserError)) throw new Error(`not a UserError: ${String(thrown)}`);
  return thrown;
}

async function schemaOf(file: string): Promise<unknown> {
  const connection = connectSqlite(await sqliteLibrary(), file, { readOnly: true });
  const schema = connection.rows('select type, name, sql from sqlite_master order by name');
  connection.close();
  return schema.map((row) => Object.values(row));
}

const backupsOf = (file: string) => {
  const folder = path.join(path.dirname(file), 'backups');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

describe('migrations', () => {
  it.each([0, 1, 2, 3])(
    'bring a database with %i steps to the schema of a new one',
    async (steps) => {
      const [old, fresh] = [newFile(), newFile()];
      await writtenBefore(old, upTo(steps));
      const database = await openNotes({ file: old, appVersion: '0.1.0' });
      await openNotes({ file: fresh });
      expect(database.schemaVersion).toBe(3);
      expect(await schemaOf(old)).toEqual(await schemaOf(fresh));
      const notes = await database.kysely.selectFrom('notes').select('body').execute();
      expect(notes.map((note) => note.body)).toEqual(steps >= 2 ? ['kept'] : []);
    },
  );

  it('record what was applied, when and by which version', async () => {
    const file = newFile();
    await writtenBefore(file, upTo(2));
    const database = await openNotes({
      file,
      appVersion: '0.1.0',
      clock: { now: () => new Date(5_000) },
    });
    const { rows } = await sql<{ id: string; applied_at: number; app_version: string }>`
      select id, applied_at, app_version from schema_migrations order by id`.execute(
      database.kysely,
    );
    expect(rows.map((row) => [row.id, row.app_version])).toEqual([
      ['0001_leases', '0.0.9'],
      ['0002_notes', '0.0.9'],
      ['0003_tags', '0.1.0'],
    ]);
    expect(rows[2]?.applied_at).toBe(5_000);
    const { rows: version } = await sql`pragma user_version`.execute(database.kysely);
    expect(version).toEqual([{ user_version: 3 }]);
  });

  it('copy a database that holds something before they change it, and say where', async () => {
    const file = newFile();
    await writtenBefore(file, upTo(2));
    const told: unknown[] = [];
    const logger: Logger = {
      debug: () => {},
      info: (message, fields) => told.push({ message, ...fields }),
      warn: () => {},
      error: () => {},
      child: () => logger,
    };
    await openNotes({ file, logger, clock: { now: () => new Date(0) } });
    const backup = path.join(path.dirname(file), 'backups/notes-19700101T000000000Z-v0002.db');
    expect(told).toMatchObject([{ from: 2, to: 3, backup }]);
    const copy = connectSqlite(await sqliteLibrary(), backup, { readOnly: true });
    expect(copy.rows('select body from notes')).toEqual([{ body: 'kept' }]);
    expect(copy.rows('pragma user_version')).toEqual([{ user_version: 2 }]);
    copy.close();
  });

  it('make no copy of a new database or one that is up to date', async () => {
    const file = newFile();
    await writtenBefore(file, upTo(3));
    await openNotes({ file });
    expect(backupsOf(file)).toEqual([]);
  });

  it('keep the newest five copies, and touch no other file in that folder', async () => {
    const file = newFile();
    const folder = path.join(path.dirname(file), 'backups');
    mkdirSync(folder);
    const others = ['notes-old.db', 'other-19700101T000000000Z-v0001.db', 'keep.txt'];
    for (const name of others) writeFileSync(path.join(folder, name), '');
    for (let year = 2001; year <= 2007; year++) {
      writeFileSync(path.join(folder, `notes-${year}0101T000000000Z-v0001.db`), '');
    }
    await writtenBefore(file, upTo(2));
    await openNotes({ file, clock: { now: () => new Date('2026-01-01T00:00:00Z') } });
    expect(backupsOf(file)).toEqual(
      [
        ...others,
        ...['2004', '2005', '2006', '2007'].map((year) => `notes-${year}0101T000000000Z-v0001.db`),
        'notes-20260101T000000000Z-v0002.db',
      ].sort(),
    );
  });

  it('leave the database as it was when one fails, and name the step and the copy', async () => {
    const file = newFile();
    await writtenBefore(file, upTo(2));
    const before = { bytes: readFileSync(file), schema: await schemaOf(file) };
    const broken: Migration = {
      id: '0004_broken',
      async up(tx) {
        await sql`delete from notes`.execute(tx);
        await sql`create table half (x)`.execute(tx);
        throw new Error('out of ideas');
      },
    };
    const error = await failure(openDatabase({ file, migrations: [...notesMigrations, broken] }));
    expect(error.message).toBe(
      `Bringing the database ${file} up to date failed at step 0004_broken: out of ideas`,
    );
    const [backup] = backupsOf(file);
    expect(error.hint).toContain('exactly as it was before');
    expect(error.hint).toContain(path.join(path.dirname(file), 'backups', String(backup)));
    expect(await schemaOf(file)).toEqual(before.schema);
    expect(readFileSync(file).equals(before.bytes)).toBe(true);
    const reopened = await openNotes({ file, migrations: upTo(2) });
    expect(await reopened.kysely.selectFrom('notes').select('body').execute()).toHaveLength(1);
  });

  it('may rebuild a table that others point at, but not leave an orphan behind', async () => {
    const rebuild: Migration = {
      id: '0004_rebuild',
      async up(tx) {
        await sql`create table new_notes (id integer primary key, body text, size integer, data blob, kind text)`.execute(
          tx,
        );
        await sql`insert into new_notes select *, 'note' from notes`.execute(tx);
        await sql`drop table notes`.execute(tx);
        await sql`alter table new_notes rename to notes`.execute(tx);
      },
    };
    const orphaning: Migration = {
      id: '0005_orphan',
      up: async (tx) => void (await sql`delete from notes`.execute(tx)),
    };
    const file = newFile();
    await writtenBefore(file, notesMigrations);
    const tagged = await openDatabase<NotesSchema>({ file, migrations: notesMigrations });
    await tagged.kysely.insertInto('tags').values({ note_id: 1, tag: 'x' }).execute();
    await tagged.close();

    const rebuilt = await openDatabase<NotesSchema>({
      file,
      migrations: [...notesMigrations, rebuild],
    });
    expect(await rebuilt.kysely.selectFrom('tags').selectAll().execute()).toHaveLength(1);
    const orphan = rebuilt.kysely.insertInto('tags').values({ note_id: 9, tag: 'y' }).execute();
    await expect(orphan).rejects.toSatisfy(rebuilt.dialect.isForeignKeyViolation);
    await rebuilt.close();

    const migrations = [...notesMigrations, rebuild, orphaning];
    const error = await failure(openDatabase({ file, migrations }));
    expect(error.message).toContain('a row of tags points at a notes that is gone');
  });
});

describe('a database this ralph must not use', () => {
  async function refused(file: string, migrations: readonly Migration[]): Promise<UserError> {
    const files = () => readdirSync(path.dirname(file)).sort();
    const before = { bytes: readFileSync(file), files: files() };
    const error = await failure(openDatabase({ file, migrations }));
    expect(readFileSync(file).equals(before.bytes)).toBe(true);
    expect(files()).toEqual(before.files);
    return error;
  }

  it('is one with a newer schema: the text names the version to upgrade to', async () => {
    const file = newFile();
    await writtenBefore(file, notesMigrations);
    const error = await refused(file, upTo(2));
    expect(error.message).toBe(
      `The database ${file} was written by a newer ralph (0.0.9) than this one.`,
    );
    expect(error.hint).toBe('Upgrade ralph to 0.0.9 or later. The database has not been touched.');
  });

  it.each([
    ['a renamed step', [{ ...notesMigrations[1], id: '0002_memos' }], '0002_notes'],
    ['steps in another order', [{ ...notesMigrations[2], id: '0002_tags' }], '0002_notes'],
  ])('is one with %s', async (_, changed, found) => {
    const file = newFile();
    await writtenBefore(file, upTo(2));
    const migrations = [...upTo(1), ...changed.map((step) => ({ up: async () => {}, ...step }))];
    const error = await refused(file, migrations);
    expect(error.message).toContain(`found ${found}, expected ${changed[0]?.id}`);
    expect(error.hint).toContain('Use the ralph that wrote it');
  });

  it('is one whose records and version number disagree', async () => {
    const file = newFile();
    await writtenBefore(file, upTo(2));
    const connection = connectSqlite(await sqliteLibrary(), file);
    connection.exec("delete from schema_migrations where id = '0002_notes'");
    connection.exec('pragma wal_checkpoint(truncate)');
    connection.close();
    const error = await failure(openDatabase({ file, migrations: notesMigrations }));
    expect(error.message).toContain('found 1 steps recorded, expected 2 by its version number');
  });

  it('is one that something else made', async () => {
    const file = newFile();
    const connection = connectSqlite(await sqliteLibrary(), file);
    connection.exec('create table theirs (x)');
    connection.close();
    const error = await refused(file, notesMigrations);
    expect(error.message).toBe(`${file} is a SQLite database that ralph did not make.`);
    expect(error.hint).toContain('Move the file aside');
  });

  it('is, for reading only, one that is missing or behind', async () => {
    const file = newFile();
    const options = { file, migrations: notesMigrations, readOnly: true };
    expect((await failure(openDatabase(options))).message).toContain('does not exist yet');
    expect(existsSync(file)).toBe(false);
    await writtenBefore(file, upTo(2));
    const error = await failure(openDatabase(options));
    expect(error.message).toContain('was written by an older ralph');
    expect(error.hint).toContain('`ralph init`');
  });

  it('is not one that is up to date: it can be read, and only read', async () => {
    const file = newFile();
    await writtenBefore(file, notesMigrations);
    const { kysely } = await openNotes({ file, readOnly: true });
    expect(await kysely.selectFrom('notes').select('body').execute()).toEqual([{ body: 'kept' }]);
    const error = await failure(kysely.insertInto('notes').values({ id: 2, body: null }).execute());
    expect(error.message).toBe(`The database ${file} cannot be written.`);
    expect(error.hint).toContain('Make the file and its folder writable');
  });
});

it.each([['0002_first'], ['1_first'], ['0001-first'], ['0001_First'], ['0001_']])(
  'a list that starts with "%s" is a mistake in the program',
  async (id) => {
    const migrations = [{ id, up: async () => {} }];
    await expect(openDatabase({ file: ':memory:', migrations })).rejects.toThrow('0001_name');
  },
);
