import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { UserError } from '../base/errors.ts';
import { inspectDatabase } from './inspect-database.ts';
import { openDatabase } from './open-database.ts';
import { DatabaseDamagedError } from './sqlite-errors.ts';
import { type NotesSchema, notesMigrations } from './testing/notes-schema.ts';

const migrations = notesMigrations;
let file = '';

/** A healthy database of some fifty pages, with a backup of when it was smaller. */
beforeEach(async () => {
  file = path.join(scratchFolder(), "it's mine", 'notes.db');
  const older = await openDatabase({ file, migrations: migrations.slice(0, 2) });
  await older.close();
  const database = await openDatabase<NotesSchema>({ file, migrations });
  const values = Array.from({ length: 100 }, (_, index) => ({
    id: index + 1,
    body: 'x'.repeat(2_000),
    size: null,
    data: null,
  }));
  await database.kysely.insertInto('notes').values(values).execute();
  await database.close();
});

function overwrite(start: number, bytes: Buffer): void {
  const content = readFileSync(file);
  bytes.copy(content, start);
  writeFileSync(file, content);
}

/** Every kind of damage that the first look at the file must find. */
const damages: readonly [string, () => void][] = [
  ['random bytes', () => writeFileSync(file, randomBytes(8_192))],
  ['text', () => writeFileSync(file, 'this is not a database\n'.repeat(50))],
  ['a header without its pages', () => truncateSync(file, 100)],
  ['half of the file cut off', () => truncateSync(file, 100_000)],
  ['a cut inside a page', () => truncateSync(file, readFileSync(file).length - 1_000)],
  ['a first page of zeros', () => overwrite(0, Buffer.alloc(4_096))],
  ['nothing but zeros', () => writeFileSync(file, Buffer.alloc(40_960))],
  ['a schema of random bytes', () => overwrite(100, randomBytes(3_996))],
];

describe('a damaged database', () => {
  it.each(damages)('(%s) is reported with its backup, and left as it is', async (_, damage) => {
    damage();
    const bytes = readFileSync(file);
    const thrown: unknown = await openDatabase({ file, migrations }).catch((error) => error);
    if (!(thrown instanceof DatabaseDamagedError)) throw new Error(`not seen: ${String(thrown)}`);
    expect(thrown.message).toContain(`The database ${file} is damaged`);
    expect(thrown.message).toContain('It has been left exactly as it is.');
    expect(thrown.hint).toMatch(
      /bring back the newest backup:\n {2}mv (.*\n)+ {2}cp .*-v0002\.db' /,
    );

    const inspection = await inspectDatabase(file, { migrations });
    expect(inspection.status).toBe('corrupt');
    expect(inspection.problem?.hint).toBe(thrown.hint);
    expect(inspection.latestBackup).toMatch(/-v0002\.db$/);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('is found where it is read, when only the middle of the file is damaged', async () => {
    overwrite(20 * 4_096, Buffer.alloc(5 * 4_096));
    const bytes = readFileSync(file);
    const inspection = await inspectDatabase(file, { migrations });
    expect(inspection.status).toBe('corrupt');
    expect(inspection.integrityProblems.length).toBeGreaterThan(0);

    const database = await openDatabase<NotesSchema>({ file, migrations });
    const reading = database.kysely.selectFrom('notes').selectAll().execute();
    await expect(reading).rejects.toThrow(DatabaseDamagedError);
    const writing = database.transaction(async (tx) => {
      await tx.updateTable('notes').set({ body: 'y' }).execute();
    });
    await expect(writing).rejects.toThrow(DatabaseDamagedError);
    expect((await database.integrityCheck()).length).toBeGreaterThan(0);
    await database.close();
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('is not migrated', async () => {
    overwrite(20 * 4_096, Buffer.alloc(5 * 4_096));
    const bytes = readFileSync(file);
    const next = [...migrations, { id: '0004_next', up: async () => {} }];
    await expect(openDatabase({ file, migrations: next })).rejects.toThrow(DatabaseDamagedError);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('works again after the steps of the message, which delete nothing', async () => {
    writeFileSync(file, 'broken');
    writeFileSync(`${file}-wal`, 'also broken');
    const thrown: unknown = await openDatabase({ file, migrations }).catch((error) => error);
    if (!(thrown instanceof UserError)) throw new Error('not refused');
    const commands = thrown.hint.split('\n').slice(1);
    for (const command of commands) execFileSync('sh', ['-c', command]);
    const restored = await openDatabase<NotesSchema>({ file, migrations });
    expect(await restored.integrityCheck()).toEqual([]);
    expect(await restored.kysely.selectFrom('notes').selectAll().execute()).toEqual([]);
    await restored.close();
    expect(readFileSync(`${file}.damaged`, 'utf8')).toBe('broken');
    expect(readFileSync(`${file}.damaged-wal`, 'utf8')).toBe('also broken');
  });

  it('without any backup can be moved aside', async () => {
    const lonely = path.join(scratchFolder(), 'notes.db');
    writeFileSync(lonely, 'broken');
    const { problem } = await inspectDatabase(lonely, { migrations });
    expect(problem?.hint).toContain('There is no backup of it.');
    expect(problem?.hint).toContain(`mv '${lonely}' '${lonely}.damaged'`);
  });
});

describe('a path that is no database', () => {
  const refusal = async (bad: string) => {
    const thrown: unknown = await openDatabase({ file: bad, migrations }).catch((error) => error);
    if (!(thrown instanceof UserError)) throw new Error(`not a UserError: ${String(thrown)}`);
    return thrown;
  };

  it.each([
    {
      because: 'it is a folder',
      prepare: (place: string) => mkdirSync(place),
      name: '',
      message: (bad: string) => `${bad} is a folder, where a database should be.`,
      hint: 'There is no backup of it.',
    },
    {
      because: 'a file is where its folder should be',
      prepare: (place: string) => writeFileSync(place, ''),
      name: 'x.db',
      message: (bad: string) => `The database ${bad} cannot be opened.`,
      hint: 'Check that this path is a file in a folder',
    },
  ])('because $because', async ({ prepare, name, message, hint }) => {
    const place = path.join(scratchFolder(), 'place');
    prepare(place);
    const bad = path.join(place, name);
    const error = await refusal(bad);
    expect(error.message).toBe(message(bad));
    expect(error.hint).toContain(hint);
    const inspection = await inspectDatabase(bad, { migrations });
    expect(inspection).toMatchObject({ status: 'unreadable', problem: { hint: error.hint } });
  });
});
