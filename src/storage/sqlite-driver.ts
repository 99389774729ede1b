import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { errorMessage } from '../base/errors.ts';
import type { Row, SqliteConnection } from './sqlite-connection.ts';
import type { TransactionScope } from './transaction-scope.ts';
import type { EndTurn, Turns } from './turns.ts';
import { whileBusy } from './while-busy.ts';

interface DriverParts {
  readonly connection: SqliteConnection;
  readonly turns: Turns;
  readonly scope: TransactionScope;
  readonly busyTimeoutMs: number;
  /** Gives an error the words a person needs. */
  readonly explain: (thrown: unknown) => unknown;
}

/** Kysely on one SQLite connection that its callers take in turns. */
export function sqliteKyselyDialect(parts: DriverParts): Dialect {
  return {
    createDriver: () => createDriver(parts),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

function createDriver(parts: DriverParts): Driver {
  const { connection, turns, scope } = parts;
  const endTurn = new WeakMap<DatabaseConnection, EndTurn>();

  async function execute(sql: string): Promise<void> {
    try {
      await whileBusy(() => connection.query(sql), parts.busyTimeoutMs);
    } catch (thrown) {
      throw parts.explain(thrown);
    }
  }

  return {
    async init() {},
    async acquireConnection() {
      scope.enter();
      const end = await turns.take();
      const lent = lendConnection(parts);
      endTurn.set(lent.connection, () => {
        lent.takeBack();
        end();
      });
      return lent.connection;
    },
    async beginTransaction(_, settings) {
      if (!scope.isInside()) {
        throw new Error('Start transactions with `database.transaction(…)`, not on the handle.');
      }
      if (settings.accessMode === 'read only') {
        await execute('begin');
        await execute('pragma query_only = on');
      } else {
        // Taking the write lock at once means that no statement inside can find it taken.
        await execute('begin immediate');
      }
    },
    async commitTransaction() {
      await execute('commit');
      await execute('pragma query_only = off');
    },
    async rollbackTransaction() {
      try {
        connection.query('rollback');
      } catch (thrown) {
        // SQLite rolls back by itself on some failures; the first error is the one to report.
        if (!/no transaction is active/.test(errorMessage(thrown))) throw parts.explain(thrown);
      }
      await execute('pragma query_only = off');
    },
    async releaseConnection(lent) {
      endTurn.get(lent)?.();
    },
    async destroy() {},
  };
}

/** The connection for the length of one turn, so that a query sent too late cannot slip into another's. */
function lendConnection(parts: DriverParts): {
  readonly connection: DatabaseConnection;
  takeBack(): void;
} {
  let isLent = true;

  async function executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const result = await whileBusy(() => {
        if (!isLent) throw new Error('A query was sent after its transaction had ended.');
        return parts.connection.query(query.sql, query.parameters);
      }, parts.busyTimeoutMs);
      return {
        rows: typedRows<R>(result.rows),
        numAffectedRows: result.changes,
        insertId: result.lastInsertRowid,
      };
    } catch (thrown) {
      throw parts.explain(thrown);
    }
  }

  return {
    connection: {
      executeQuery,
      // One batch: an open cursor would hold its snapshot for as long as the reader dawdles.
      async *streamQuery<R>(query: CompiledQuery) {
        yield await executeQuery<R>(query);
      },
    },
    takeBack: () => {
      isLent = false;
    },
  };
}

/** Kysely derives the row type from the query, which the compiler cannot see through SQL: hence the cast. */
function typedRows<R>(rows: Row[]): R[] {
  return rows as R[];
}
