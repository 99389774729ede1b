import { errorMessage } from '../base/errors.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { isDamaged } from './sqlite-errors.ts';

/** Every problem SQLite can find in the pages, indexes and references of a database. */
export function checkIntegrity(connection: SqliteConnection): readonly string[] {
  try {
    forgetIndexLayouts(connection);
    const pages = connection
      .rows('pragma integrity_check')
      .map((row) => String(row.integrity_check));
    const references = connection
      .rows('pragma foreign_key_check')
      .map(
        (row) => `row ${row.rowid} of ${row.table} points at a ${row.parent} that does not exist`,
      );
    return [...pages.filter((line) => line !== 'ok'), ...references];
  } catch (thrown) {
    // Damage can be too bad for the check itself.
    if (isDamaged(thrown)) return [errorMessage(thrown)];
    throw thrown;
  }
}

/**
 * A full-text index keeps its layout in memory, and the check does not notice that another process has changed
 * it since: it would call a sound index damaged. Any query of the index does notice.
 */
function forgetIndexLayouts(connection: SqliteConnection): void {
  const indexes = connection.rows(
    "select name from sqlite_schema where type = 'table' and sql like 'create virtual table%using fts5%'",
  );
  for (const { name } of indexes) {
    connection.rows(`select 1 from "${String(name).replaceAll('"', '""')}" limit 1`);
  }
}
