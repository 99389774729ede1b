import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SourceFile } from './import-rules.ts';

export const repository = path.resolve(import.meta.dirname, '../..');

/** Every source file that ships: no tests, and nothing that only tests use. */
export function productSources(): SourceFile[] {
  return readdirSync(path.join(repository, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${path.sep}testing${path.sep}`))
    .map((file) => ({
      path: path.relative(repository, file).replaceAll(path.sep, '/'),
      text: readFileSync(file, 'utf8'),
    }));
}
