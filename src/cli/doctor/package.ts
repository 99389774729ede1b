import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '../../base/errors.ts';
import { version } from '../../base/version.ts';
import { sqliteLibrary } from '../../storage/sqlite-library.ts';
import { type CheckGroup, type CheckResult, type DoctorContext, fail, ok } from './check.ts';

const reinstall =
  'Install Ralph again: npm install -g ralph (in a clone: npm ci && npm run build).';

export const packageFiles: CheckGroup = {
  name: 'package',
  run: async (context) => [await bundle(context), await sqlite()],
};

/** Every part that a part of the bundle asks for must be there. */
async function bundle({ program }: DoctorContext): Promise<CheckResult> {
  const entry = await realpath(program).catch(() => program);
  const folder = path.dirname(entry);
  const missing: string[] = [];
  try {
    const names = await readdir(folder, { recursive: true });
    const parts = names.filter((name) => name.endsWith('.cjs'));
    for (const part of parts) {
      const text = await readFile(path.join(folder, part), 'utf8');
      for (const [, target = ''] of text.matchAll(
        /require\(["'`](\.{1,2}\/[^"'`]+\.cjs)["'`]\)/g,
      )) {
        const file = path.join(path.dirname(part), target);
        if (!parts.includes(file)) missing.push(file);
      }
    }
    if (missing.length === 0) {
      return ok('package', `ralph ${version} at ${entry}, ${parts.length} files complete`);
    }
  } catch (thrown) {
    return fail(
      'package',
      `The program's files cannot be read: ${errorMessage(thrown)}`,
      reinstall,
    );
  }
  return fail('package', `Missing from ${folder}: ${[...new Set(missing)].join(', ')}`, reinstall);
}

async function sqlite(): Promise<CheckResult> {
  try {
    const { name, DatabaseSync } = await sqliteLibrary();
    const database = new DatabaseSync(':memory:');
    try {
      database.exec('create virtual table probe using fts5(text)');
      const [row] = database.prepare('select sqlite_version() as version').all();
      const found = typeof row === 'object' && row !== null && 'version' in row ? row.version : '';
      return ok('sqlite', `SQLite ${found} with full-text search, by ${name}`);
    } finally {
      database.close();
    }
  } catch (thrown) {
    return fail(
      'sqlite',
      `SQLite does not load or has no full-text search (FTS5): ${errorMessage(thrown)}`,
      `${reinstall} On Node.js 22.18 or newer the built-in SQLite is used instead.`,
    );
  }
}
