import { createHash } from 'node:crypto';
import type { Tree } from './entry.ts';
import { ignoredIn } from './ignored.ts';
import { byPath, type RawPath } from './raw-path.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * One value for the files that are work: equal for equal trees, however they came about. What git ignores takes no
 * part, because results of builds and tests change without anything being done.
 */
export async function treeFingerprint(snapshot: Snapshot): Promise<string> {
  const paths = [...snapshot.files.keys()];
  return fingerprintOf(snapshot.files, await ignoredIn(snapshot.repositories, paths));
}

export function fingerprintOf(files: Tree, ignored: ReadonlySet<RawPath>): string {
  const work = [...files].filter(([, entry]) => entry.kind !== 'folder');
  const hash = createHash('sha256');
  for (const [path, entry] of work.sort(([a], [b]) => byPath(a, b))) {
    if (ignored.has(path)) continue;
    hash.update(`${path}\0${entry.kind}\0${entry.mode & 0o111 ? 'x' : '-'}\0${entry.content}\0`);
  }
  return hash.digest('hex');
}
