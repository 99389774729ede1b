import { Kysely, type Transaction } from 'kysely';
import { errorMessage } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { type Dialect, sqliteDialect } from './dialect.ts';
import { checkIntegrity } from './integrity.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { sqliteKyselyDialect } from './sqlite-driver.ts';
import { createTransactionScope } from './transaction-scope.ts';
import { createTurns } from './turns.ts';
import { whileBusy } from './while-busy.ts';

/** An open database. Every use waits for its turn; a transaction is one turn from begin to end. */
export interface Database<Schema> {
  readonly file: string;
  readonly kysely: Kysely<Schema>;
  readonly dialect: Dialect;
  /** How many migrations it has, which is all of them. */
  readonly schemaVersion: number;
  /**
   * Commits what `work` did, or nothing of it when `work` throws. It holds the write lock of all
   * processes, unless it is read-only: await nothing slow inside.
   */
  transaction<T>(
    work: (tx: Transaction<Schema>) => Promise<T>,
    options?: { readonly readOnly?: boolean },
  ): Promise<T>;
  /** Every problem found, as text; none when all is well. Reads the whole database. */
  integrityCheck(): Promise<readonly string[]>;
  /** Waits for the uses under way and refuses those that come later. */
  close(): Promise<void>;
}

interface DatabaseParts {
  readonly file: string;
  readonly connection: SqliteConnection;
  readonly readOnly: boolean;
  readonly schemaVersion: number;
  readonly turnLimitMs: number;
  readonly busyTimeoutMs: number;
  readonly explain: (thrown: unknown) => unknown;
  readonly logger: Logger | undefined;
}

export async function createDatabase<Schema>(parts: DatabaseParts): Promise<Database<Schema>> {
  const { file, connection, busyTimeoutMs, explain } = parts;
  const turns = createTurns({ limitMs: parts.turnLimitMs });
  const scope = createTransactionScope();
  const kysely = new Kysely<Schema>({
    dialect: sqliteKyselyDialect({ connection, turns, scope, busyTimeoutMs, explain }),
  });
  // Kysely starts its driver on first use, which would let later callers overtake the first one.
  await kysely.connection().execute(async () => {});
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await turns.take();
    turns.stop(new Error(`The database ${file} has been closed.`));
    if (!parts.readOnly) emptyLog(connection, parts.logger);
    connection.close();
  }

  return {
    file,
    kysely,
    dialect: sqliteDialect,
    schemaVersion: parts.schemaVersion,
    transaction: (work, { readOnly = false } = {}) =>
      scope.run(() => {
        const builder = kysely.transaction();
        return (readOnly ? builder.setAccessMode('read only') : builder).execute(work);
      }),
    async integrityCheck() {
      scope.enter();
      const endTurn = await turns.take();
      try {
        return await whileBusy(() => checkIntegrity(connection), busyTimeoutMs);
      } catch (thrown) {
        throw explain(thrown);
      } finally {
        endTurn();
      }
    },
    async close() {
      if (!closing) scope.enter();
      closing ??= close();
      await closing;
    },
  };
}

/**
 * Moves the log into the database file, if no one else is using it. The packaged library frees its
 * statements late, so that SQLite would otherwise do this only when the process ends.
 */
function emptyLog(connection: SqliteConnection, logger: Logger | undefined): void {
  try {
    connection.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)');
  } catch (thrown) {
    // Nothing is lost: the next process to open the database reads the log.
    logger?.debug('the write-ahead log was left in place', { reason: errorMessage(thrown) });
  }
}
