import path from 'node:path';
import { type Clock, systemClock } from '../base/clock.ts';
import { UserError } from '../base/errors.ts';
import { fileError } from '../base/file-errors.ts';
import type { Logger } from '../base/logger.ts';
import { makeFolder } from '../base/make-folder.ts';
import { version } from '../base/version.ts';
import { backupPlace, listBackups, restoreSteps } from './backups.ts';
import { createDatabase, type Database } from './database.ts';
import { sqliteDialect } from './dialect.ts';
import { migrate } from './migrate.ts';
import { checkMigrationList, type Migration } from './migration.ts';
import { peekDatabase } from './peek-database.ts';
import { judgeSchema, readSchemaState, schemaRefusal } from './schema-state.ts';
import { connectSqlite, type SqliteConnection } from './sqlite-connection.ts';
import { explainSqliteError } from './sqlite-errors.ts';
import { type SqliteLibrary, sqliteLibrary } from './sqlite-library.ts';
import { blockingWaitMs, busyTimeoutMs, whileBusy } from './while-busy.ts';

export type { Database } from './database.ts';

export interface OpenDatabaseOptions {
  /** Absolute path, or `:memory:`. The folder is made when missing. */
  readonly file: string;
  readonly migrations: readonly Migration[];
  readonly appVersion?: string;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Changes nothing: a database that is missing or behind is refused. */
  readonly readOnly?: boolean;
  /** Where copies go before the schema changes; `backups` beside the file unless given. */
  readonly backupDirectory?: string;
  readonly library?: SqliteLibrary;
  /** How long one use may wait for an earlier one in this process. */
  readonly turnLimitMs?: number;
  readonly busyTimeoutMs?: number;
}

/** A migration elsewhere may take its time; giving up would only make the user try again. */
const migrationWaitMs = 60_000;

export async function openDatabase<Schema>(
  options: OpenDatabaseOptions,
): Promise<Database<Schema>> {
  checkMigrationList(options.migrations);
  const { file } = options;
  const inMemory = file === ':memory:';
  const backups = backupPlace(file, options.backupDirectory);
  const explain = (thrown: unknown) =>
    explainSqliteError(thrown, {
      file,
      restoreHint: () => restoreSteps(file, listBackups(backups).at(0)),
    });

  const library = options.library ?? (await sqliteLibrary());
  let connection: SqliteConnection | undefined;
  try {
    const isCurrent = inMemory ? false : await whileBusy(() => lookFirst(library, options));
    if (!inMemory && !options.readOnly) await makeRoom(path.dirname(file));
    connection = await connect(library, options);
    const parts = {
      file,
      connection,
      readOnly: options.readOnly ?? false,
      schemaVersion: options.migrations.length,
      turnLimitMs: options.turnLimitMs ?? 30_000,
      busyTimeoutMs: options.busyTimeoutMs ?? busyTimeoutMs,
      explain,
      logger: options.logger,
    };
    if (!isCurrent) {
      const migrator = await createDatabase<unknown>({ ...parts, busyTimeoutMs: migrationWaitMs });
      await migrate({
        connection,
        library,
        transaction: (work) => migrator.transaction(work),
        migrations: options.migrations,
        dialect: sqliteDialect,
        file,
        backups: inMemory ? undefined : backups,
        appVersion: options.appVersion ?? version,
        clock: options.clock ?? systemClock,
        logger: options.logger,
      });
    }
    return await createDatabase<Schema>(parts);
  } catch (thrown) {
    connection?.close();
    throw explain(thrown);
  }
}

async function makeRoom(folder: string): Promise<void> {
  await makeFolder(folder).catch((thrown: unknown) => {
    throw fileError(thrown, 'make the folder', folder);
  });
}

/** Judges the file before anything could change it. True when there is nothing to migrate. */
function lookFirst(library: SqliteLibrary, options: OpenDatabaseOptions): boolean {
  const { file } = options;
  const state = peekDatabase(library, file, readSchemaState);
  const verdict = state && judgeSchema(state, options.migrations);
  const refusal = verdict && schemaRefusal(file, verdict);
  if (refusal) throw refusal;
  const isCurrent = verdict?.kind === 'current';
  if (options.readOnly && !isCurrent) {
    const what = state ? 'was written by an older ralph' : 'does not exist yet';
    throw new UserError(`The database ${file} ${what}, and may only be read here.`, {
      hint: 'Run a command that writes, such as `ralph init`, first.',
    });
  }
  return isCurrent;
}

async function connect(
  library: SqliteLibrary,
  options: OpenDatabaseOptions,
): Promise<SqliteConnection> {
  const { file, readOnly = false } = options;
  const connection = connectSqlite(library, file, { readOnly });
  try {
    connection.exec(`
      pragma busy_timeout = ${blockingWaitMs};
      pragma foreign_keys = on;
      pragma trusted_schema = off;
      pragma cell_size_check = on`);
    if (readOnly) return connection;
    const [mode] = await whileBusy(() => connection.rows('pragma journal_mode = wal'));
    // With a write-ahead log NORMAL survives kill -9 whole, and a power cut without damage.
    const hasLog = mode?.journal_mode === 'wal';
    connection.exec(`pragma synchronous = ${hasLog ? 'normal' : 'full'}`);
    if (!hasLog && file !== ':memory:') {
      options.logger?.warn('no write-ahead log on this file system: writers will block readers', {
        file,
      });
    }
    return connection;
  } catch (thrown) {
    connection.close();
    throw thrown;
  }
}
