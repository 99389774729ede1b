import type { Stats } from 'node:fs';
import { looksLikeDependencies } from './dependency-folders.ts';
import { type Entry, entryOf } from './entry.ts';
import { GitFailure, type GitPlace } from './git.ts';
import { isBelow, joinRaw, nameOf, onDisk, parentOf, type RawPath, shownPath } from './raw-path.ts';
import { findRepository, ignoredPaths } from './repository.ts';
import { type Choice, linkTarget, statIfThere, walk } from './walk.ts';

export interface Scan {
  /** Contents of files are not read yet. */
  readonly entries: Map<RawPath, Entry>;
  /** Folders that hold a `.git`: the top itself, submodules, other repositories. */
  readonly gitFolders: RawPath[];
  /** Folders of dependencies and caches, which are noted but not entered. */
  readonly skipped: RawPath[];
  readonly closed: RawPath[];
}

export interface ScanScope {
  readonly top: RawPath;
  readonly exclude: readonly RawPath[];
  readonly place: GitPlace | undefined;
  /** Whether an earlier scan went into a folder of dependencies, so that both can be compared. */
  readonly entered?: (folder: RawPath) => boolean | undefined;
  /** Paths to look at even in folders that are skipped: what was added to git there by force. */
  readonly wanted: () => Promise<Iterable<RawPath>>;
}

/** All names of a working tree, without the insides of its git folders. */
export async function scanWorktree(scope: ScanScope): Promise<Scan> {
  const { top, exclude, place, wanted } = scope;
  const excluded = new Set(exclude);
  const scan: Scan = { entries: new Map(), gitFolders: [], skipped: [], closed: [] };
  let doubtful: RawPath[] = [];
  const choose = (path: RawPath, stats: Stats): Choice => {
    if (excluded.has(path)) return 'leave';
    if (nameOf(path) === '.git') {
      scan.gitFolders.push(parentOf(path));
      return stats.isDirectory() ? 'leave' : 'take';
    }
    if (!stats.isDirectory() || !looksLikeDependencies(path, place !== undefined)) return 'take';
    const entered = scope.entered?.(path);
    if (entered === true) return 'take';
    (entered === false ? scan.skipped : doubtful).push(path);
    return 'stay';
  };
  for (let from: RawPath[] = ['']; from.length > 0; ) {
    for (const folder of from) {
      const found = await walk(top, choose, folder);
      for (const [path, entry] of found.entries) scan.entries.set(path, entry);
      scan.closed.push(...found.closed);
    }
    const ignored = await ignoredFolders(top, place, scan.gitFolders, doubtful);
    scan.skipped.push(...doubtful.filter((path) => ignored.has(path)));
    from = doubtful.filter((path) => !ignored.has(path));
    doubtful = [];
  }
  if (scan.skipped.length > 0) lookAt(top, await wanted(), scan);
  return scan;
}

async function ignoredFolders(
  top: RawPath,
  place: GitPlace | undefined,
  gitFolders: readonly RawPath[],
  folders: readonly RawPath[],
): Promise<ReadonlySet<RawPath>> {
  if (!place) return new Set(folders);
  const ignored = new Set<RawPath>();
  const byOwner = groupBy(folders, (path) => innermost(gitFolders, path));
  for (const [owner, paths] of byOwner) {
    const ownPlace =
      owner === ''
        ? place
        : (await findRepository(shownPath(joinRaw(top, owner))).catch(() => undefined))?.place;
    if (!ownPlace) continue;
    const inside = paths.map((path) => (owner === '' ? path : path.slice(owner.length + 1)));
    try {
      for (const path of await ignoredPaths(ownPlace, inside)) ignored.add(joinRaw(owner, path));
    } catch (thrown) {
      // A damaged repository: what is new in such a folder is better left to its name.
      if (!(thrown instanceof GitFailure)) throw thrown;
      for (const path of paths) ignored.add(path);
    }
  }
  return ignored;
}

/** Adds the wanted paths that lie in skipped folders, with the folders on their way. */
function lookAt(top: RawPath, wanted: Iterable<RawPath>, scan: Scan): void {
  for (const path of wanted) {
    if (scan.entries.has(path) || !scan.skipped.some((folder) => isBelow(folder, path))) continue;
    for (let at = path; at !== '' && !scan.entries.has(at); at = parentOf(at)) {
      const file = onDisk(top, at);
      const stats = statIfThere(file);
      if (!stats) continue;
      scan.entries.set(at, entryOf(stats, stats.isSymbolicLink() ? linkTarget(file) : null));
    }
  }
}

export function innermost(folders: readonly RawPath[], path: RawPath): RawPath {
  return folders.reduce(
    (best, folder) =>
      folder.length > best.length && path.startsWith(`${folder}/`) ? folder : best,
    '',
  );
}

export function groupBy<T, K>(items: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
