import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A hash of everything the bundle is made from; when it matches, building again changes nothing. */
export function sourceHash(root) {
  const hash = createHash('sha256');
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const files = [
    ...sources,
    ...['package.json', 'package-lock.json', 'scripts/build.mjs', 'scripts/bundle.mjs'].map((f) =>
      path.join(root, f),
    ),
  ];
  for (const file of files.sort()) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
