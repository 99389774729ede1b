import path from 'node:path';
import type { Logger } from '../base/logger.ts';
import { makeFolder } from '../base/make-folder.ts';
import { catalogMigration } from '../catalog/index/migration.ts';
import type { CatalogTables } from '../catalog/index/tables.ts';
import { runsMigration } from '../loop/runs/store/migration.ts';
import type { RunTables } from '../loop/runs/store/tables.ts';
import type { DatabaseReport } from '../loop/services.ts';
import { projectMigration } from '../project/migration.ts';
import type { ProjectTables } from '../project/tables.ts';
import { sessionMigration } from '../session/migration.ts';
import type { SessionTables } from '../session/tables.ts';
import { type LeaseSchema, leasesMigration } from '../storage/leases.ts';
import type { Migration } from '../storage/migration.ts';
import type { Database } from '../storage/open-database.ts';

/** Every table of a project's database. */
export type RalphTables = ProjectTables & SessionTables & RunTables & CatalogTables & LeaseSchema;

/** Every change the project's database has gone through, in order. Append only. */
export const projectMigrations: readonly Migration[] = [
  leasesMigration,
  projectMigration,
  sessionMigration,
  runsMigration,
  catalogMigration,
];

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

export async function openProjectDatabase(
  root: string,
  logger: Logger,
  file: string = databaseFile(root),
): Promise<Database<RalphTables>> {
  const { openDatabase } = await import('../storage/open-database.ts');
  return openDatabase<RalphTables>({ file, migrations: projectMigrations, logger });
}

/** A copy of a project's database, to try something out in. */
export async function copyProjectDatabase(root: string, target: string): Promise<void> {
  const { copyDatabase } = await import('../storage/backups.ts');
  const { sqliteLibrary } = await import('../storage/sqlite-library.ts');
  await makeFolder(path.dirname(target));
  await copyDatabase(await sqliteLibrary(), databaseFile(root), target);
}
