import { existsSync, readdirSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { connectSqlite } from './sqlite-connection.ts';
import type { SqliteLibrary } from './sqlite-library.ts';
import { blockingWaitMs } from './while-busy.ts';

/** Backups beyond this many are deleted, oldest first. */
const keptBackups = 5;

export interface BackupPlace {
  /** The database. */
  readonly file: string;
  readonly directory: string;
}

export function backupPlace(file: string, directory?: string): BackupPlace {
  return { file, directory: directory ?? path.join(path.dirname(file), 'backups') };
}

/** Newest first; only files that this module named. */
export function listBackups(place: BackupPlace): readonly string[] {
  const pattern = backupPattern(place);
  return namesIn(place.directory)
    .map((name) => ({ name, time: pattern.exec(name)?.[1] }))
    .filter((found) => found.time !== undefined)
    .sort((a, b) => (`${a.time}${a.name}` < `${b.time}${b.name}` ? 1 : -1))
    .map(({ name }) => path.join(place.directory, name));
}

/** None when the folder is missing or cannot be read: there is then no backup to offer. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A copy of the last committed state. The name says which schema it holds and when it was taken. */
export async function backUp(
  library: SqliteLibrary,
  place: BackupPlace,
  about: { readonly schemaVersion: number; readonly now: Date },
): Promise<string> {
  await mkdir(place.directory, { recursive: true });
  const time = about.now.toISOString().replace(/[-:.]/g, '');
  const version = String(about.schemaVersion).padStart(4, '0');
  const { name, ext } = path.parse(place.file);
  const target = path.join(place.directory, `${name}-${time}-v${version}${ext}`);
  await copyDatabase(library, place.file, target);
  for (const old of listBackups(place).slice(keptBackups)) await rm(old, { force: true });
  return target;
}

/** The last committed state as a file of its own. A crash in the middle leaves nothing that looks like one. */
export async function copyDatabase(
  library: SqliteLibrary,
  file: string,
  target: string,
): Promise<void> {
  const partial = `${target}.partial`;
  await rm(partial, { force: true });
  const source = connectSqlite(library, file, { readOnly: true });
  try {
    source.exec(`pragma busy_timeout = ${blockingWaitMs}`);
    source.query('vacuum into ?', [partial]);
  } finally {
    source.close();
  }
  const written = await open(partial, 'r+');
  await written.sync();
  await written.close();
  await rename(partial, target);
}

function backupPattern(place: BackupPlace): RegExp {
  const { name, ext } = path.parse(place.file);
  return new RegExp(`^${literal(name)}-(\\d{8}T\\d{9}Z)-v\\d{4}${literal(ext)}$`);
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The exact steps that bring back the newest backup, or start anew; they delete nothing. */
export function restoreSteps(file: string, backup: string | undefined): string {
  const windows = process.platform === 'win32';
  const quoted = (name: string) => (windows ? `"${name}"` : `'${name.replaceAll("'", "'\\''")}'`);
  const aside = unusedName(`${file}.damaged`);
  // The write-ahead log belongs to the damaged file: left in place it would spoil the restored one.
  const steps = ['', '-wal', '-shm']
    .filter((suffix) => existsSync(`${file}${suffix}`))
    .map((suffix) => {
      const [from, to] = [`${file}${suffix}`, `${aside}${suffix}`].map(quoted);
      return `${windows ? 'move' : 'mv'} ${from} ${to}`;
    });
  if (backup !== undefined) {
    steps.push(`${windows ? 'copy' : 'cp'} ${quoted(backup)} ${quoted(file)}`);
  }
  const intro =
    backup === undefined
      ? 'There is no backup of it. Stop every ralph process and move it aside; the next start makes a new, empty database:'
      : 'Stop every ralph process, then bring back the newest backup:';
  return [intro, ...steps.map((step) => `  ${step}`)].join('\n');
}

function unusedName(name: string): string {
  let candidate = name;
  for (let n = 2; existsSync(candidate); n++) candidate = `${name}-${n}`;
  return candidate;
}
