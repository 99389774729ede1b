import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { errorMessage, UserError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { type BackupPlace, backUp, listBackups, restoreSteps } from './backups.ts';
import type { Dialect } from './dialect.ts';
import { type Migration, migrationsTable } from './migration.ts';
import { judgeSchema, readSchemaState, schemaRefusal } from './schema-state.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { damaged } from './sqlite-errors.ts';
import type { SqliteLibrary } from './sqlite-library.ts';

interface MigrateRequest {
  readonly connection: SqliteConnection;
  readonly library: SqliteLibrary;
  readonly transaction: (work: (tx: Transaction<unknown>) => Promise<void>) => Promise<void>;
  readonly migrations: readonly Migration[];
  readonly dialect: Dialect;
  readonly file: string;
  /** Undefined for a database in memory, which has nothing to lose. */
  readonly backups: BackupPlace | undefined;
  readonly appVersion: string;
  readonly clock: Clock;
  readonly logger: Logger | undefined;
}

/**
 * Brings the schema up to date: all missing steps in one transaction that holds the write lock from its
 * start. It is therefore its own lock between processes, and a failure leaves a database that the ralph
 * of before can still use.
 */
export async function migrate(request: MigrateRequest): Promise<void> {
  const { connection } = request;
  // Rebuilding a table drops the old one, which must not cascade; the check at the end makes up for it.
  connection.exec('pragma foreign_keys = off');
  try {
    await request.transaction((tx) => applyPending(request, tx));
  } finally {
    connection.exec('pragma foreign_keys = on');
  }
}

async function applyPending(request: MigrateRequest, tx: Transaction<unknown>): Promise<void> {
  const { connection, file, migrations, logger } = request;
  // Another process may have done the work while this one waited for the lock: look again.
  const state = readSchemaState(connection);
  const verdict = judgeSchema(state, migrations);
  const refusal = schemaRefusal(file, verdict);
  if (refusal) throw refusal;
  if (verdict.kind !== 'behind') return;

  const backup = state.hasTables ? await backUpFirst(request, state.userVersion) : undefined;
  await createMigrationsTable(tx, request.dialect);
  for (const migration of verdict.pending) await apply(request, tx, migration, backup);
  connection.exec(`pragma user_version = ${migrations.length}`);
  logger?.info('database schema brought up to date', {
    file,
    from: state.userVersion,
    to: migrations.length,
    ...(backup !== undefined && { backup }),
  });
}

/** The copy is read by a connection of its own, which sees the state before this transaction. */
async function backUpFirst(
  request: MigrateRequest,
  schemaVersion: number,
): Promise<string | undefined> {
  const { backups, connection, file } = request;
  if (!backups) return undefined;
  const [check] = connection.rows('pragma quick_check(1)');
  if (check?.quick_check !== 'ok') {
    throw damaged(file, String(check?.quick_check), restoreSteps(file, listBackups(backups).at(0)));
  }
  return await backUp(request.library, backups, { schemaVersion, now: request.clock.now() });
}

async function createMigrationsTable(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable(migrationsTable)
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', dialect.types.wholeNumber, (column) => column.notNull())
    .addColumn('app_version', 'text', (column) => column.notNull())
    .execute();
}

async function apply(
  request: MigrateRequest,
  tx: Transaction<unknown>,
  { id, up }: Migration,
  backup: string | undefined,
): Promise<void> {
  try {
    await up(tx, request.dialect);
    const [orphan] = request.connection.rows('pragma foreign_key_check');
    if (orphan)
      throw new Error(`a row of ${orphan.table} points at a ${orphan.parent} that is gone`);
  } catch (thrown) {
    const copy = backup === undefined ? '' : ` A copy made before the attempt is at ${backup}.`;
    throw new UserError(
      `Bringing the database ${request.file} up to date failed at step ${id}: ${errorMessage(thrown)}`,
      {
        hint: `The database is exactly as it was before.${copy} Go on with the ralph you used before, and report this as a bug.`,
        cause: thrown,
      },
    );
  }
  const applied = [id, request.clock.now().getTime(), request.appVersion];
  await sql`insert into ${sql.table(migrationsTable)} (id, applied_at, app_version) values (${sql.join(applied)})`.execute(
    tx,
  );
}
