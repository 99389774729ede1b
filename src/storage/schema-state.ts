import { UserError } from '../base/errors.ts';
import { type Migration, migrationsTable } from './migration.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

export interface AppliedMigration {
  readonly id: string;
  readonly appVersion: string;
}

/** What a database says about its own schema. */
export interface SchemaState {
  readonly userVersion: number;
  /** It has tables, whoever made them. */
  readonly hasTables: boolean;
  /** Undefined when there is no table of migrations. */
  readonly applied: readonly AppliedMigration[] | undefined;
}

export type SchemaVerdict =
  | { readonly kind: 'current' }
  | { readonly kind: 'behind'; readonly pending: readonly Migration[] }
  | { readonly kind: 'newer'; readonly writtenBy: string }
  | { readonly kind: 'different'; readonly found: string; readonly expected: string }
  | { readonly kind: 'foreign' };

/** One moment of the database: between two reads another process may finish its migrations. */
export function readSchemaState(connection: SqliteConnection): SchemaState {
  connection.exec('savepoint schema_state');
  try {
    return readParts(connection);
  } finally {
    connection.exec('release schema_state');
  }
}

function readParts(connection: SqliteConnection): SchemaState {
  const tables = connection.rows("select name from sqlite_master where type = 'table'");
  const [version] = connection.rows('pragma user_version');
  return {
    userVersion: Number(version?.user_version ?? 0),
    hasTables: tables.length > 0,
    applied: tables.some((table) => table.name === migrationsTable)
      ? connection
          .rows(`select id, app_version from ${migrationsTable} order by id`)
          .map((row) => ({
            id: String(row.id),
            appVersion: String(row.app_version),
          }))
      : undefined,
  };
}

/** Compares a database with the list this program knows. Applied steps must be the list's beginning. */
export function judgeSchema(state: SchemaState, migrations: readonly Migration[]): SchemaVerdict {
  if (!state.applied) {
    if (state.hasTables || state.userVersion !== 0) return { kind: 'foreign' };
    return migrations.length === 0
      ? { kind: 'current' }
      : { kind: 'behind', pending: [...migrations] };
  }
  const { applied } = state;
  if (applied.length > migrations.length || state.userVersion > migrations.length) {
    return { kind: 'newer', writtenBy: applied.at(-1)?.appVersion ?? 'unknown' };
  }
  for (const [index, { id }] of applied.entries()) {
    const expected = migrations[index]?.id ?? 'nothing';
    if (id !== expected) return { kind: 'different', found: id, expected };
  }
  if (state.userVersion !== applied.length) {
    const found = `${applied.length} steps recorded`;
    return { kind: 'different', found, expected: `${state.userVersion} by its version number` };
  }
  const pending = migrations.slice(applied.length);
  return pending.length === 0 ? { kind: 'current' } : { kind: 'behind', pending };
}

/** Why a database with this verdict must not be used, or undefined when it may be. */
export function schemaRefusal(file: string, verdict: SchemaVerdict): UserError | undefined {
  switch (verdict.kind) {
    case 'current':
    case 'behind':
      return undefined;
    case 'newer':
      return new UserError(
        `The database ${file} was written by a newer ralph (${verdict.writtenBy}) than this one.`,
        {
          hint: `Upgrade ralph to ${verdict.writtenBy} or later. The database has not been touched.`,
        },
      );
    case 'different':
      return new UserError(
        `The database ${file} has another history than this ralph knows: found ${verdict.found}, expected ${verdict.expected}.`,
        {
          hint: 'Use the ralph that wrote it, or move the file aside so that a new one is made. The database has not been touched.',
        },
      );
    case 'foreign':
      return new UserError(`${file} is a SQLite database that ralph did not make.`, {
        hint: 'Move the file aside, or point ralph at another folder. The database has not been touched.',
      });
  }
}
