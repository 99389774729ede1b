import type { Transaction } from 'kysely';
import type { Dialect } from './dialect.ts';

/** The table the migrations are recorded in, one row each. */
export const migrationsTable = 'schema_migrations';

/**
 * One step of a schema's history. Released steps are never edited, moved or removed: databases that
 * have taken them already would not notice.
 */
export interface Migration {
  /** Its place in the list and its name: `0001_leases`, `0002_tasks`, … */
  readonly id: string;
  up(tx: Transaction<unknown>, dialect: Dialect): Promise<void>;
}

/** Ids count up from 0001 without gaps, so that "how many" and "which" are the same question. */
export function checkMigrationList(migrations: readonly Migration[]): void {
  migrations.forEach(({ id }, index) => {
    const number = String(index + 1).padStart(4, '0');
    if (!/^\d{4}_[a-z][a-z0-9_]*$/.test(id) || !id.startsWith(`${number}_`)) {
      throw new Error(
        `migration "${id}" is at place ${number} and must be called "${number}_name"`,
      );
    }
  });
}
