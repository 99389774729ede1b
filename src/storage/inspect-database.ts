import { statSync } from 'node:fs';
import { errorMessage } from '../base/errors.ts';
import { backupPlace, listBackups, restoreSteps } from './backups.ts';
import { checkIntegrity } from './integrity.ts';
import { checkMigrationList, type Migration } from './migration.ts';
import { peekDatabase } from './peek-database.ts';
import { judgeSchema, readSchemaState, schemaRefusal } from './schema-state.ts';
import { damaged, explainSqliteError, isBusy, isDamaged } from './sqlite-errors.ts';
import { type SqliteLibrary, sqliteLibrary } from './sqlite-library.ts';
import { whileBusy } from './while-busy.ts';

export type DatabaseStatus =
  | 'missing'
  | 'ok'
  /** Usable: the next command that opens it brings it up to date, after a backup. */
  | 'needs_migration'
  | 'newer'
  /** Not made by ralph, or with a history this ralph does not know. */
  | 'foreign'
  | 'corrupt'
  | 'locked'
  | 'unreadable';

/** What can be said about a database file without changing it. */
export interface DatabaseInspection {
  readonly file: string;
  readonly status: DatabaseStatus;
  /** What is wrong and what to do; undefined when nothing needs doing. */
  readonly problem: { readonly message: string; readonly hint: string } | undefined;
  readonly integrityProblems: readonly string[];
  readonly schemaVersion: number | undefined;
  readonly expectedVersion: number;
  /** The version of ralph that changed its schema last. */
  readonly writtenBy: string | undefined;
  /** 0 when it could not be read. */
  readonly sizeBytes: number;
  readonly latestBackup: string | undefined;
}

export interface InspectDatabaseOptions {
  readonly migrations: readonly Migration[];
  readonly backupDirectory?: string;
  readonly library?: SqliteLibrary;
  readonly busyTimeoutMs?: number;
}

/** Examines a database file and neither creates, migrates nor changes anything. */
export async function inspectDatabase(
  file: string,
  options: InspectDatabaseOptions,
): Promise<DatabaseInspection> {
  checkMigrationList(options.migrations);
  const latestBackup = listBackups(backupPlace(file, options.backupDirectory)).at(0);
  const base = {
    file,
    problem: undefined,
    integrityProblems: [],
    schemaVersion: undefined,
    expectedVersion: options.migrations.length,
    writtenBy: undefined,
    sizeBytes: 0,
    latestBackup,
  };
  const restoreHint = () => restoreSteps(file, latestBackup);
  const library = options.library ?? (await sqliteLibrary());
  try {
    const found = await whileBusy(
      () =>
        peekDatabase(library, file, (connection) => ({
          state: readSchemaState(connection),
          integrityProblems: checkIntegrity(connection),
          sizeBytes: statSync(file).size,
        })),
      options.busyTimeoutMs,
    );
    if (!found) return { ...base, status: 'missing' };
    const { state, integrityProblems } = found;
    const verdict = judgeSchema(state, options.migrations);
    const [firstProblem] = integrityProblems;
    const known = {
      ...base,
      sizeBytes: found.sizeBytes,
      integrityProblems,
      schemaVersion: state.userVersion,
      writtenBy: state.applied?.at(-1)?.appVersion,
    };
    if (firstProblem !== undefined) {
      const problem = asProblem(damaged(file, firstProblem, restoreHint()));
      return { ...known, status: 'corrupt', problem };
    }
    const problem = asProblem(schemaRefusal(file, verdict));
    return { ...known, status: statusOf[verdict.kind], problem };
  } catch (thrown) {
    const status = isDamaged(thrown) ? 'corrupt' : isBusy(thrown) ? 'locked' : 'unreadable';
    return {
      ...base,
      status,
      problem: asProblem(explainSqliteError(thrown, { file, restoreHint })),
    };
  }
}

const statusOf = {
  current: 'ok',
  behind: 'needs_migration',
  newer: 'newer',
  different: 'foreign',
  foreign: 'foreign',
} as const;

function asProblem(thrown: unknown): DatabaseInspection['problem'] {
  if (thrown === undefined) return undefined;
  const hint = thrown instanceof Error && 'hint' in thrown ? String(thrown.hint) : '';
  return { message: errorMessage(thrown), hint };
}
