import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { databaseFile, projectMigrations, type RalphTables } from '../src/app/database.ts';
import { openDatabase } from '../src/storage/open-database.ts';
import { ralph } from './support/run-program.ts';
import { scratchFolder } from './support/scratch-folder.ts';

const listTasks = (root: string) =>
  ralph(['tool', 'call', 'list_tasks', '--json', '{}'], { cwd: root });

it('refuses a database that a newer ralph has written, and leaves it as it is', async () => {
  const root = scratchFolder();
  const file = databaseFile(root);
  const place = String(projectMigrations.length + 1).padStart(4, '0');
  const next = { id: `${place}_next`, up: async () => {} };
  const migrations = [...projectMigrations, next];
  const database = await openDatabase({ file, migrations, appVersion: '99.0.0' });
  await database.close();
  const bytes = readFileSync(file);
  const { code, stdout, stderr } = await listTasks(root);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('was written by a newer ralph (99.0.0) than this one');
  expect(stdout + stderr).toContain('Upgrade ralph to 99.0.0 or later');
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

it('reports a damaged database with the backup to restore, which brings the tasks back', async () => {
  const root = scratchFolder();
  const file = databaseFile(root);
  // One that is a step behind, so that the program makes a backup when it takes the step.
  const older = await openDatabase<RalphTables>({
    file,
    migrations: projectMigrations.slice(0, -1),
  });
  await sql`INSERT INTO features (name, display_name, normalised_name, created_at, updated_at)
    VALUES ('auth', 'Auth', 'auth', '', '')`.execute(older.kysely);
  await sql`INSERT INTO disciplines (name, display_name, icon, color, created_at, updated_at)
    VALUES ('backend', 'Backend', 'box', '#336699', '', '')`.execute(older.kysely);
  await sql`INSERT INTO tasks (feature, discipline, title, status, provenance, created_at, updated_at)
    VALUES ('auth', 'backend', 'Kept', 'pending', 'human', '', '')`.execute(older.kysely);
  await older.close();
  expect(await listTasks(root)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"Kept"'),
  });

  const damaged = readFileSync(file);
  damaged.fill('x', 0, damaged.length / 2);
  writeFileSync(file, damaged);
  const { code, stdout, stderr } = await listTasks(root);
  expect(code).toBe(1);
  const said = stdout + stderr;
  expect(said).toContain('is damaged');
  expect(said).toContain('It has been left exactly as it is.');
  expect(readFileSync(file).equals(damaged)).toBe(true);

  const [, copy] = /(cp '[^']+' '[^']+')/.exec(said.replaceAll('\\n', '\n')) ?? [];
  if (!copy) throw new Error(`no backup is named: ${said}`);
  execFileSync('sh', ['-c', copy]);
  expect(await listTasks(root)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"Kept"'),
  });
});
