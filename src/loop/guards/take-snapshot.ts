import { mkdirSync, realpathSync } from 'node:fs';
import { type Clock, systemClock } from '../../base/clock.ts';
import { fileError } from '../../base/file-errors.ts';
import { newId } from '../../base/ids.ts';
import { type ContentStore, keepContent, openContentStore } from './content-store.ts';
import { chooseCoverage, defaultLimits, type Limits } from './coverage.ts';
import type { Entry, Tree } from './entry.ts';
import { ignoredIn } from './ignored.ts';
import { linksOutside, scanOutside } from './outside-links.ts';
import { isBelow, joinRaw, parentOf, type RawPath, rawPath, shownPath } from './raw-path.ts';
import { readContents } from './read-contents.ts';
import { findRepository, readIndex, stagedIds } from './repository.ts';
import { scanWorktree } from './scan.ts';
import { excludedFrom } from './scratch-layout.ts';
import type { NotCovered, OutsideState, Snapshot } from './snapshot.ts';
import { listSnapshots, loadSnapshot, saveSnapshot } from './snapshot-file.ts';
import { findRepositories, type TakenRepository, takeRepository } from './take-repository.ts';

export interface SnapshotOptions {
  /** A folder of Ralph's own, best on the same disk as the root. */
  readonly scratch: string;
  /** An earlier snapshot of the same root: what has not changed since is not read again. */
  readonly earlier?: Snapshot;
  readonly limits?: Limits;
  readonly clock?: Clock;
}

/** Records a root as it is now and copies what git could not bring back. */
export async function takeSnapshot(folder: string, options: SnapshotOptions): Promise<Snapshot> {
  const clock = options.clock ?? systemClock;
  const root = realOf(folder);
  mkdirSync(options.scratch, { recursive: true, mode: 0o700 });
  const scratch = realOf(options.scratch);
  const repository = await findRepository(root);
  const top = repository ? realOf(repository.place.workTree) : root;
  const algorithm = repository?.algorithm ?? 'sha256';
  const earlier = options.earlier ?? latest(scratch, top);
  const store = openContentStore(scratch, algorithm);
  const exclude = excludedFrom(top, root, scratch);

  const scan = await scanWorktree({
    top: rawPath(top),
    exclude,
    place: repository?.place,
    wanted: async () => (repository ? (await readIndex(repository.place)).keys() : []),
  });
  const taken: TakenRepository[] = [];
  for (const found of await findRepositories(top, repository, scan.gitFolders)) {
    taken.push(
      await takeRepository(found.folder, found.repository, {
        store,
        scratch,
        exclude: exclude.map((path) => joinRaw(rawPath(top), path)),
        earlier: earlier?.repositories.find(({ folder: name }) => name === found.folder),
      }),
    );
  }
  const notCovered: NotCovered[] = [
    ...scan.skipped.map((path) => ({
      path: `${shownPath(path)}/`,
      why: 'a folder of dependencies or caches',
    })),
    ...scan.closed.map((path) => ({ path: `${shownPath(path)}/`, why: 'cannot be listed' })),
    ...taken.flatMap((one) => one.notCovered),
  ];
  const covered = await keepFiles(top, scan.entries, taken, store, {
    limits: options.limits ?? defaultLimits,
    earlier: earlier?.files ?? new Map(),
  });
  notCovered.push(...covered);
  const { outside, unwatched } = await keepOutside(top, scan.entries, store, earlier);
  notCovered.push(...unwatched);
  const snapshot: Snapshot = {
    id: newId('snap', clock),
    takenAt: clock.now().toISOString(),
    root,
    top,
    scratch,
    algorithm,
    files: scan.entries,
    skipped: scan.skipped,
    gitFolders: scan.gitFolders,
    repositories: taken.map(({ state }) => state),
    outside,
    notCovered,
  };
  await saveSnapshot(snapshot);
  return snapshot;
}

/** Reads the files of the working tree, and copies those whose bytes are not in an index. */
async function keepFiles(
  top: string,
  entries: Map<RawPath, Entry>,
  taken: readonly TakenRepository[],
  store: ContentStore,
  { limits, earlier }: { readonly limits: Limits; readonly earlier: Tree },
): Promise<NotCovered[]> {
  const tracked = new Set<RawPath>();
  const inGit = new Set<string>();
  for (const { state, index } of taken) {
    for (const [path, staged] of index) {
      tracked.add(joinRaw(state.folder, path));
      for (const id of stagedIds(staged)) inGit.add(id);
    }
  }
  const untracked = new Map(
    [...entries].filter(([path, entry]) => entry.kind === 'file' && !tracked.has(path)),
  );
  const states = taken.map(({ state }) => state);
  const { uncovered, notCovered } = await chooseCoverage(untracked, limits, (paths) =>
    ignoredIn(states, paths),
  );
  const elsewhere = (id: string): boolean => inGit.has(id);
  const unreadable = await readContents({
    base: rawPath(top),
    entries,
    earlier,
    suffices: (id) => inGit.has(id) || store.ids.has(id),
    read: (path, file, entry) =>
      uncovered.has(path) ? null : keepContent(store, file, entry.size, elsewhere),
  });
  return [
    ...notCovered,
    ...unreadable.map((path) => ({ path: shownPath(path), why: 'cannot be read' })),
  ];
}

async function keepOutside(
  top: string,
  files: Tree,
  store: ContentStore,
  earlier: Snapshot | undefined,
): Promise<{ outside: OutsideState[]; unwatched: NotCovered[] }> {
  const outside: OutsideState[] = [];
  const unwatched: NotCovered[] = [];
  for (const { link, target } of linksOutside(top, files)) {
    const entries = isBelow(target, rawPath(top)) ? undefined : await scanOutside(target);
    if (!entries) {
      unwatched.push({
        path: shownPath(link),
        why: 'leads to a folder that is too large to watch',
      });
      continue;
    }
    await readContents({
      base: parentOf(target),
      entries,
      earlier: earlier?.outside.find((known) => known.target === target)?.tree ?? new Map(),
      suffices: (id) => store.ids.has(id),
      read: (_, file, entry) =>
        entry.size > defaultLimits.ignoredFile
          ? null
          : keepContent(store, file, entry.size, () => false),
    });
    outside.push({ link, target, tree: entries });
  }
  return { outside, unwatched };
}

function latest(scratch: string, top: string): Snapshot | undefined {
  const id = listSnapshots(scratch).at(-1);
  if (id === undefined) return undefined;
  try {
    const snapshot = loadSnapshot(scratch, id);
    return snapshot.top === top ? snapshot : undefined;
  } catch {
    // Only speed is lost.
    return undefined;
  }
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (thrown) {
    throw fileError(thrown, 'use', folder);
  }
}
