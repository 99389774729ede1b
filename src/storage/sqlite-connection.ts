import type { SqliteHandle, SqliteLibrary, SqliteStatement } from './sqlite-library.ts';
import { decodeRow, encodeParameter } from './sqlite-values.ts';

export type Row = Record<string, unknown>;

export interface StatementResult {
  readonly rows: Row[];
  readonly changes: bigint;
  readonly lastInsertRowid: bigint;
}

/** One synchronous SQLite connection: checked parameters, exact rows, cached statements. */
export interface SqliteConnection {
  query(sql: string, parameters?: readonly unknown[]): StatementResult;
  rows(sql: string, parameters?: readonly unknown[]): Row[];
  /** Several statements without parameters or rows. */
  exec(sql: string): void;
  close(): void;
}

const cachedStatements = 200;

export function connectSqlite(
  library: SqliteLibrary,
  file: string,
  options: { readonly readOnly?: boolean } = {},
): SqliteConnection {
  const handle = new library.DatabaseSync(file, { readOnly: options.readOnly ?? false });
  const statements = new Map<string, SqliteStatement>();

  /** Least recently used statements go first; a Map remembers the order of insertion. */
  function prepared(sql: string): SqliteStatement {
    const statement = statements.get(sql) ?? prepare(handle, sql);
    statements.delete(sql);
    statements.set(sql, statement);
    if (statements.size > cachedStatements) {
      const [oldest] = statements.keys();
      if (oldest !== undefined) statements.delete(oldest);
    }
    return statement;
  }

  function query(sql: string, parameters: readonly unknown[] = []): StatementResult {
    const values = parameters.map((value, index) => encodeParameter(value, index + 1));
    const statement = prepared(sql);
    if (statement.columns().length > 0) {
      const rows = statement.all(...values).filter(isRow);
      for (const row of rows) decodeRow(row);
      return { rows, changes: 0n, lastInsertRowid: 0n };
    }
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], changes: BigInt(changes), lastInsertRowid: BigInt(lastInsertRowid) };
  }

  return {
    query,
    rows: (sql, parameters) => query(sql, parameters).rows,
    exec: (sql) => handle.exec(sql),
    close: () => {
      statements.clear();
      handle.close();
    },
  };
}

function prepare(handle: SqliteHandle, sql: string): SqliteStatement {
  const statement = handle.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}

function isRow(value: unknown): value is Row {
  return value !== null && typeof value === 'object';
}
