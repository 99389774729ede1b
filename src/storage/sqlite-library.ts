/** The part of the `node:sqlite` API that Ralph uses; both libraries below have it. */
export interface SqliteStatement {
  all(...parameters: readonly unknown[]): unknown[];
  run(...parameters: readonly unknown[]): {
    changes: number | bigint;
    lastInsertRowid: number | bigint;
  };
  columns(): readonly unknown[];
  setReadBigInts(enabled: boolean): void;
}

export interface SqliteHandle {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): void;
  close(): void;
}

export interface SqliteLibrary {
  readonly name: 'node:sqlite' | '@photostructure/sqlite';
  readonly DatabaseSync: new (
    file: string,
    options?: { readonly readOnly?: boolean },
  ) => SqliteHandle;
}

/** Every usable library, the preferred one first. Contract tests run on all of them. */
export async function availableSqliteLibraries(): Promise<readonly SqliteLibrary[]> {
  const builtin = builtinSqlite();
  const { DatabaseSync } = await import('@photostructure/sqlite');
  const packaged: SqliteLibrary = { name: '@photostructure/sqlite', DatabaseSync };
  return builtin ? [builtin, packaged] : [packaged];
}

let chosen: Promise<SqliteLibrary> | undefined;

/** The library of this process, chosen when the first database is opened. */
export function sqliteLibrary(): Promise<SqliteLibrary> {
  chosen ??= choose();
  return chosen;
}

async function choose(): Promise<SqliteLibrary> {
  const builtin = builtinSqlite();
  if (builtin) return builtin;
  const { DatabaseSync } = await import('@photostructure/sqlite');
  return { name: '@photostructure/sqlite', DatabaseSync };
}

/** Early 22.x releases have `node:sqlite` without FTS5 or `columns()`: those count as not having it. */
function builtinSqlite(): SqliteLibrary | undefined {
  const module = withoutExperimentalWarning(() => process.getBuiltinModule?.('node:sqlite'));
  if (!isSqliteModule(module)) return undefined;
  const probe = new module.DatabaseSync(':memory:');
  try {
    const statement = probe.prepare("select sqlite_compileoption_used('ENABLE_FTS5') as fts5");
    const [row] = statement.all();
    const usable = typeof statement.columns === 'function' && JSON.stringify(row) === '{"fts5":1}';
    return usable ? { name: 'node:sqlite', DatabaseSync: module.DatabaseSync } : undefined;
  } finally {
    probe.close();
  }
}

function isSqliteModule(module: unknown): module is Pick<SqliteLibrary, 'DatabaseSync'> {
  return (
    module !== null &&
    typeof module === 'object' &&
    'DatabaseSync' in module &&
    typeof module.DatabaseSync === 'function'
  );
}

/** Node 22 and 24 print a warning when `node:sqlite` is loaded; a user of Ralph can do nothing about it. */
function withoutExperimentalWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
