import path from 'node:path';
import type { DatabaseReport } from '../loop/services.ts';
import { leasesMigration } from '../storage/leases.ts';
import type { Migration } from '../storage/migration.ts';

/** Every change the project's database has gone through, in order. Append only. */
export const projectMigrations: readonly Migration[] = [leasesMigration];

const relativeFile = path.join('.ralph', 'db', 'ralph.db');

export function databaseFile(root: string): string {
  return path.join(root, relativeFile);
}

/** The state of a project's database in the words of a report, without touching it. */
export async function inspectProjectDatabase(root: string): Promise<DatabaseReport> {
  const { inspectDatabase } = await import('../storage/inspect-database.ts');
  const { status, problem } = await inspectDatabase(databaseFile(root), {
    migrations: projectMigrations,
  });
  if (status === 'missing') return { file: relativeFile, status };
  if (!problem) return { file: relativeFile, status: 'ok' };
  return { file: relativeFile, status: 'problem', message: problem.message, fix: problem.hint };
}
