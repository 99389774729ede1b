import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage, UserError } from '../base/errors.ts';
import { type DatabaseInspection, inspectDatabase } from '../storage/inspect-database.ts';
import { openDatabase } from '../storage/open-database.ts';
import type { ContextSettings } from './config.ts';
import { contextMigrations } from './migration.ts';
import { countedProblems } from './search/check-index.ts';
import { findLance } from './store/lance-library.ts';
import { contextFolder, databaseFile } from './store/place.ts';
import type { ContextTables } from './tables.ts';

export interface ContextInspection {
  /** Undefined for a memory that ends with its process. */
  readonly folder: string | undefined;
  readonly database: DatabaseInspection | undefined;
  /** Everything in the folder, archives and index included. */
  readonly sizeBytes: number;
  readonly items: number | undefined;
  readonly indexProblems: readonly string[];
  /** What keeps a whole database from being used, such as a folder that cannot be written. */
  readonly openProblem: { readonly message: string; readonly hint: string } | undefined;
  /** What keeps the chosen backend from being used. */
  readonly backendProblem: { readonly message: string; readonly hint: string } | undefined;
}

/** What can be said about a memory without opening it for use. Changes nothing. */
export async function inspectContext(options: {
  readonly root: string;
  readonly settings: ContextSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Promise<ContextInspection> {
  const { root, settings, env } = options;
  const { storage } = settings;
  const folder = await contextFolder({ root, storage, env });
  const lance = storage.backend === 'lancedb' ? findLance(root) : undefined;
  const backendProblem = lance && { message: lance.message, hint: lance.hint };
  if (folder === undefined) {
    return {
      folder,
      database: undefined,
      sizeBytes: 0,
      items: undefined,
      indexProblems: [],
      openProblem: undefined,
      backendProblem,
    };
  }
  const file = databaseFile(folder);
  const database = await inspectDatabase(file, { migrations: contextMigrations });
  const counted = database.status === 'ok' ? await countItems(file) : undefined;
  return {
    folder,
    database,
    sizeBytes: await sizeOf(folder),
    items: counted?.items,
    indexProblems: counted?.problems ?? [],
    openProblem: counted?.openProblem,
    backendProblem,
  };
}

async function countItems(file: string): Promise<{
  items: number | undefined;
  problems: readonly string[];
  openProblem?: ContextInspection['openProblem'];
}> {
  try {
    const database = await openDatabase<ContextTables>({
      file,
      migrations: contextMigrations,
      readOnly: true,
    });
    try {
      const { n } = await database.kysely
        .selectFrom('items')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return { items: Number(n), problems: await countedProblems(database.kysely) };
    } finally {
      await database.close();
    }
  } catch (thrown) {
    // What a person can mend is no matter of the index.
    if (thrown instanceof UserError) {
      const { message, hint } = thrown;
      return { items: undefined, problems: [], openProblem: { message, hint } };
    }
    return { items: undefined, problems: [errorMessage(thrown)] };
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries.filter((one) => one.isFile())) {
    const found = await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += found?.size ?? 0;
  }
  return bytes;
}
