import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../../base/errors.ts';

/** As much of LanceDB as is used. The package is not ours to depend on: who wants it installs it. */
export interface LanceTable {
  add(rows: readonly LanceRow[]): Promise<unknown>;
  delete(where: string): Promise<unknown>;
  countRows(): Promise<number>;
  vectorSearch(vector: Float32Array): LanceQuery;
}

export interface LanceRow {
  readonly [column: string]: unknown;
  readonly key: number;
  readonly vector: readonly number[];
}

interface LanceQuery {
  distanceType(type: 'cosine'): LanceQuery;
  where(condition: string): LanceQuery;
  limit(count: number): LanceQuery;
  toArray(): Promise<{ readonly key: number; readonly _distance: number }[]>;
}

export interface LanceConnection {
  tableNames(): Promise<string[]>;
  openTable(name: string): Promise<LanceTable>;
  createTable(name: string, rows: readonly LanceRow[]): Promise<LanceTable>;
  dropTable(name: string): Promise<void>;
  close(): void;
}

interface LanceLibrary {
  connect(folder: string): Promise<LanceConnection>;
}

const packageName = '@lancedb/lancedb';

/** From the project, or from beside Ralph itself. */
export async function lanceLibrary(root: string): Promise<LanceLibrary> {
  for (const from of [path.join(root, 'package.json'), import.meta.filename]) {
    const file = located(from);
    if (file === undefined) continue;
    const loaded: unknown = await import(pathToFileURL(file).href);
    if (isLibrary(loaded)) return loaded;
  }
  throw lanceMissing();
}

/** Looks for the package and loads nothing of it. */
export function findLance(root: string): UserError | undefined {
  const places = [path.join(root, 'package.json'), import.meta.filename];
  return places.some((from) => located(from) !== undefined) ? undefined : lanceMissing();
}

function lanceMissing(): UserError {
  return new UserError('The context memory is set to LanceDB, which is not installed.', {
    hint: `Run: npm install ${packageName} — or set learning.mcp_context.storage.backend to sqlite.`,
  });
}

function located(from: string): string | undefined {
  try {
    return createRequire(from).resolve(packageName);
  } catch {
    return undefined;
  }
}

function isLibrary(loaded: unknown): loaded is LanceLibrary {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'connect' in loaded &&
    typeof loaded.connect === 'function'
  );
}
