import type { Change, Changes, Commit } from './change.ts';
import { compareTrees, type TreeChange } from './compare-trees.ts';
import { ignoredIn } from './ignored.ts';
import { lookAtFiles, lookAtOutside } from './look-again.ts';
import { leadsTo, reachedThrough } from './outside-links.ts';
import { isBelow, joinRaw, type RawPath, rawPath, shownPath } from './raw-path.ts';
import type { RefChange } from './refs.ts';
import { type RepositoryChanges, repositoryChanges, smuggled } from './repository-changes.ts';
import type { Scan } from './scan.ts';
import { fromRoot, ownerOf, type RepositoryState, type Snapshot } from './snapshot.ts';

/** Everything that is different now, in files and in git, whether or not it was committed. */
export async function changesSince(snapshot: Snapshot): Promise<Changes> {
  return changesSeen(snapshot, await lookAtFiles(snapshot));
}

/** The same for a look that was taken already. */
export async function changesSeen(snapshot: Snapshot, scan: Scan): Promise<Changes> {
  const trees = compareTrees(snapshot.files, scan.entries);
  const changed = new Map(trees.map((change) => [change.path, change]));
  const sources = new Set(trees.map(({ from }) => from));
  const committed = new Set<RawPath>();
  const files: Change[] = [];
  const refs: RefChange[] = [];
  const commits: Commit[] = [];
  let index = false;
  for (const state of snapshot.repositories) {
    const own = await repositoryChanges(snapshot, state);
    for (const path of own.committed) committed.add(joinRaw(state.folder, path));
    const unseen = await unseenIn(state, own, (path) => changed.has(path) || sources.has(path));
    for (const path of unseen) changed.set(path, { path, kind: 'modified' });
    const gitFolder = joinRaw(state.folder, '.git');
    files.push(...own.control.map((change) => controlChange(snapshot, gitFolder, change)));
    refs.push(...own.refs.map((change) => inRepository(state, change)));
    commits.push(...own.commits);
    index ||= own.staged.size > 0;
  }
  for (const folder of newGitFolders(snapshot, scan)) {
    const path = fromRoot(snapshot, joinRaw(folder, '.git'));
    files.push({ path, kind: 'added', was_committed: false });
  }
  const ignored = await ignoredChanges(snapshot, scan, [...changed.values()]);
  for (const change of changed.values()) {
    const outside = linkOut(snapshot, scan, change);
    files.push({
      path: fromRoot(snapshot, change.path),
      kind: change.kind,
      was_committed: committed.has(change.path),
      ...(change.from === undefined ? {} : { from: fromRoot(snapshot, change.from) }),
      ...(ignored.has(change.path) ? { ignored: true } : {}),
      ...(outside === undefined ? {} : { outside }),
    });
  }
  files.push(...(await outsideChanges(snapshot)));
  files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { files, refs, commits, index };
}

/** Folders with a git folder of their own that the snapshot does not know. */
export function newGitFolders(snapshot: Snapshot, scan: Scan): RawPath[] {
  const known = new Set(snapshot.gitFolders);
  return scan.gitFolders.filter(
    (folder) => !known.has(folder) && !scan.entries.has(joinRaw(folder, '.git')),
  );
}

async function unseenIn(
  state: RepositoryState,
  own: RepositoryChanges,
  isSeen: (path: RawPath) => boolean,
): Promise<RawPath[]> {
  const quiet = [...new Set([...own.committed, ...own.staged])].filter(
    (path) => !isSeen(joinRaw(state.folder, path)),
  );
  return [...(await smuggled(state, quiet))].map((path) => joinRaw(state.folder, path));
}

/** Never for an ignore file itself: one that ignores everything around it would hide what was done there. */
async function ignoredChanges(
  snapshot: Snapshot,
  scan: Scan,
  changes: readonly TreeChange[],
): Promise<ReadonlySet<RawPath>> {
  const candidates = changes
    .map(({ path }) => path)
    .filter((path) => !/(?:^|\/)\.git(?:ignore|attributes|modules)?$/.test(path))
    .filter((path) => ownerOf(snapshot.repositories, path) !== undefined)
    // A path behind a link belongs to no repository, and git refuses to speak of it.
    .filter((path) => !behindLink(scan, path));
  try {
    return await ignoredIn(snapshot.repositories, candidates);
  } catch {
    // A damaged repository ignores nothing.
    return new Set();
  }
}

function behindLink(scan: Scan, path: RawPath): boolean {
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
    if (scan.entries.get(path.slice(0, cut))?.kind === 'link') return true;
  }
  return false;
}

function linkOut(snapshot: Snapshot, scan: Scan, change: TreeChange): string | undefined {
  const entry = scan.entries.get(change.path);
  if (entry?.kind !== 'link' || entry.content === null) return undefined;
  const target = leadsTo(snapshot.top, change.path, entry.content);
  return isBelow(rawPath(snapshot.top), target) ? undefined : shownPath(target) || '/';
}

async function outsideChanges(snapshot: Snapshot): Promise<Change[]> {
  const changes: Change[] = [];
  for (const state of snapshot.outside) {
    const now = await lookAtOutside(snapshot, state);
    for (const { path, kind } of compareTrees(state.tree, now)) {
      const reached = reachedThrough(state, path);
      changes.push({
        path: fromRoot(snapshot, reached.path),
        kind,
        was_committed: false,
        outside: shownPath(reached.outside),
      });
    }
  }
  return changes;
}

function controlChange(snapshot: Snapshot, gitFolder: RawPath, change: TreeChange): Change {
  return {
    path: fromRoot(snapshot, joinRaw(gitFolder, change.path)),
    kind: change.kind,
    was_committed: false,
    ...(change.from === undefined
      ? {}
      : { from: fromRoot(snapshot, joinRaw(gitFolder, change.from)) }),
  };
}

function inRepository({ folder }: RepositoryState, change: RefChange): RefChange {
  return folder === '' ? change : { ...change, name: `${shownPath(folder)}: ${change.name}` };
}
