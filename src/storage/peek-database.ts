import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { connectSqlite, type SqliteConnection } from './sqlite-connection.ts';
import { incompletePage, isDamaged, notAFile } from './sqlite-errors.ts';
import type { SqliteLibrary } from './sqlite-library.ts';
import { blockingWaitMs } from './while-busy.ts';

/**
 * Reads a database file without changing it or anything beside it. Undefined when there is nothing to
 * read: no file, or one that is still empty.
 */
export function peekDatabase<T>(
  library: SqliteLibrary,
  file: string,
  read: (connection: SqliteConnection) => T,
): T | undefined {
  const before = statOf(file);
  if (!before || (before.isFile() && before.size === 0)) return undefined;
  if (!before.isFile() && !before.isDirectory()) throw notAFile();
  // Even a read-only connection creates the log files of a WAL database, unless told that nobody writes.
  const header = readHeader(file);
  if (header.isWriteAhead && !hasLog(file)) {
    try {
      if (before.size % header.pageSize !== 0) throw incompletePage();
      return readWith(library, `${pathToFileURL(file).href}?immutable=1`, read);
    } catch (thrown) {
      // Someone may have begun to write after all, which then looks like damage: look again, with locks.
      const after = statOf(file);
      const isUnchanged = after?.mtimeMs === before.mtimeMs && !hasLog(file);
      if (!isDamaged(thrown) || isUnchanged) throw thrown;
    }
  }
  return readWith(library, file, read);
}

function readWith<T>(
  library: SqliteLibrary,
  location: string,
  read: (connection: SqliteConnection) => T,
): T {
  const connection = connectSqlite(library, location, { readOnly: true });
  try {
    connection.exec(`pragma busy_timeout = ${blockingWaitMs}; pragma trusted_schema = off`);
    return read(connection);
  } finally {
    connection.close();
  }
}

function hasLog(file: string): boolean {
  return (statOf(`${file}-wal`)?.size ?? 0) > 0;
}

/** Undefined only when the file is missing: a folder that cannot be entered is an error. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined;
    throw thrown;
  }
}

/** The fields of SQLite's file header that matter here (https://sqlite.org/fileformat.html). */
function readHeader(file: string): { readonly isWriteAhead: boolean; readonly pageSize: number } {
  const header = Buffer.alloc(20);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, header.length, 0);
  } finally {
    closeSync(descriptor);
  }
  const isSqlite = header.toString('latin1', 0, 15) === 'SQLite format 3';
  const pageSize = header.readUInt16BE(16);
  return {
    isWriteAhead: isSqlite && pageSize > 0 && header[19] === 2,
    pageSize: pageSize === 1 ? 65_536 : pageSize,
  };
}
