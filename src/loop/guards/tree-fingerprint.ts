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
  return fingerprintOf(snapshot.files, await ignoredPaths(snapshot));
}

export function fingerprintOf(files: Tree, ignored: ReadonlySet<RawPath>): string {
  const hash = createHash('sha256');
  for (const [path, state] of workIn(files, ignored)) hash.update(`${path}\0${state}\0`);
  return hash.digest('hex');
}

/** The paths that make two fingerprints differ, in their order. */
export async function differingPaths(then: Snapshot, now: Snapshot): Promise<RawPath[]> {
  const before = new Map(workIn(then.files, await ignoredPaths(then)));
  const after = new Map(workIn(now.files, await ignoredPaths(now)));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort(byPath);
}

function ignoredPaths({ files, repositories }: Snapshot): Promise<ReadonlySet<RawPath>> {
  return ignoredIn(repositories, [...files.keys()]);
}

/** By its path, what counts of each file. */
function workIn(files: Tree, ignored: ReadonlySet<RawPath>): [path: RawPath, state: string][] {
  const work = [...files].filter(([path, { kind }]) => kind !== 'folder' && !ignored.has(path));
  return work
    .sort(([a], [b]) => byPath(a, b))
    .map(([path, { kind, mode, content }]) => [
      path,
      `${kind}\0${mode & 0o111 ? 'x' : '-'}\0${content}`,
    ]);
}
