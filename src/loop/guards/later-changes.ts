import { toldControlFiles } from './control-files.ts';
import { type Entry, sameEntry, type Tree } from './entry.ts';
import { ignoredIn } from './ignored.ts';
import { byPath, isBelow, parentOf, type RawPath } from './raw-path.ts';
import { branchOf, type Refs, refChanges } from './refs.ts';
import { fromRoot, type RepositoryState, type Snapshot } from './snapshot.ts';

export interface LaterChanges {
  /** As before the work, but for what others have done since it ended and has nothing to do with it. */
  readonly target: Snapshot;
  /** What was changed since it ended and would have to go with the work, for people to read. */
  readonly entangled: readonly string[];
}

/**
 * Tells what was done after some work had ended from the work itself, so that this can be taken back and that stays:
 * branches, tags and stashes, git's configuration, files that git ignores. Without a record of the end, everything of
 * that kind stays. Files that are work are the caller's to decide about.
 */
export async function laterChanges(
  before: Snapshot,
  end: Snapshot | undefined,
  now: Snapshot,
): Promise<LaterChanges> {
  const then = end ?? before;
  // Where a repository was begun or removed in between, contents have other ids and cannot be compared.
  if (
    [then, now].some(({ top, algorithm }) => top !== before.top || algorithm !== before.algorithm)
  )
    return { target: before, entangled: [] };
  const entangled: string[] = [];
  const repositories = before.repositories.map((state) => {
    const of = ({ folder }: RepositoryState): boolean => folder === state.folder;
    const current = now.repositories.find(of);
    if (!current) return state;
    const kept = keepLater(state, end?.repositories.find(of), current);
    entangled.push(...kept.entangled.map((name) => named(before, state, name)));
    return kept.state;
  });
  const isNew = (folder: RawPath): boolean => !then.gitFolders.includes(folder);
  return {
    target: {
      ...before,
      files: await keepFiles(before.files, then.files, now, now.gitFolders.filter(isNew)),
      repositories: [...repositories, ...now.repositories.filter(({ folder }) => isNew(folder))],
      gitFolders: [...before.gitFolders, ...now.gitFolders.filter(isNew)],
      skipped: before.skipped.filter((name) => now.files.has(name) || !then.files.has(name)),
    },
    entangled,
  };
}

interface KeptState {
  readonly state: RepositoryState;
  readonly entangled: readonly string[];
}

function keepLater(
  before: RepositoryState,
  end: RepositoryState | undefined,
  now: RepositoryState,
): KeptState {
  // Files go back to what they were on this branch, so that it cannot stay where others have moved it.
  const checkedOut = new Set(['HEAD', branchOf(before.refs)]);
  const endRefs =
    end?.refs ??
    new Map([...before.refs, ...[...now.refs].filter(([name]) => checkedOut.has(name))]);
  const since = refChanges(endRefs, now.refs).filter(
    ({ name, after }) => after !== (before.refs.get(name) ?? null),
  );
  const isOwn = (name: string): boolean =>
    !checkedOut.has(name) && endRefs.get(name) === before.refs.get(name);
  const stay = since.filter(({ name }) => isOwn(name)).map(({ name }) => name);
  const log = 'logs/HEAD';
  const isLogged = end !== undefined && !same(end.control.get(log), now.control.get(log));
  const control = keepControl(before.control, end?.control, now.control, [
    ...stay.map((name) => `logs/${name}`),
    ...(isLogged ? [log] : []),
  ]);
  const shared = keepControl(before.shared, end?.shared, now.shared, []);
  const { worktrees } = end ?? before;
  return {
    state: {
      ...before,
      refs: replaced(before.refs, now.refs, stay),
      control: control.tree,
      shared: shared.tree,
      worktrees: [
        ...before.worktrees,
        ...now.worktrees.filter((name) => !worktrees.includes(name)),
      ],
    },
    entangled: [
      ...since.filter(({ name }) => !isOwn(name)).map(({ name }) => shownRef(name, now.refs)),
      ...[...control.entangled, ...shared.entangled].map((name) => `.git/${name}`),
    ],
  };
}

/** Configuration and hooks, and of the rest the names that are given. */
function keepControl(
  before: Tree,
  end: Tree | undefined,
  now: Tree,
  names: readonly RawPath[],
): { readonly tree: Tree; readonly entangled: readonly RawPath[] } {
  const then = end ?? before;
  const told = [...toldControlFiles(new Map([...then, ...now])).keys()];
  const since = told.filter(
    (name) => !same(then.get(name), now.get(name)) && !same(before.get(name), now.get(name)),
  );
  const own = since.filter((name) => same(before.get(name), then.get(name)));
  return {
    tree: withEntries(before, now, [...own, ...names]),
    entangled: since.filter((name) => !own.includes(name)),
  };
}

/**
 * What git ignores is left as it is now where somebody has changed it since, if only by a build; so is a repository
 * that has come since.
 */
async function keepFiles(
  before: Tree,
  then: Tree,
  now: Snapshot,
  newRepositories: readonly RawPath[],
): Promise<Tree> {
  const { files, repositories } = now;
  const since = [...new Set([...then.keys(), ...files.keys()])].filter(
    (name) => !same(then.get(name), files.get(name)),
  );
  const ignored = await ignoredIn(repositories, since);
  const stays = (name: RawPath): boolean =>
    ignored.has(name) || newRepositories.some((folder) => isBelow(folder, name));
  const isFolder = (name: RawPath): boolean =>
    (files.get(name) ?? then.get(name))?.kind === 'folder';
  const [folders, own] = [since.filter(isFolder), since.filter(stays)];
  const tree = withEntries(before, files, [...own, ...folders.filter((name) => files.has(name))]);
  // A folder that is gone comes back only with what comes back in it.
  const holding = new Set([...tree.keys()].map(parentOf));
  for (const name of folders.sort(byPath).reverse()) {
    if (files.has(name) || holding.has(name)) continue;
    tree.delete(name);
  }
  return tree;
}

function withEntries(tree: Tree, now: Tree, names: readonly RawPath[]): Map<RawPath, Entry> {
  const result = new Map(tree);
  for (const name of names) {
    const entry = now.get(name);
    if (!entry) {
      result.delete(name);
      continue;
    }
    result.set(name, entry);
    for (let folder = parentOf(name); folder !== ''; folder = parentOf(folder)) {
      const holds = now.get(folder);
      if (holds && result.get(folder)?.kind !== 'folder') result.set(folder, holds);
    }
  }
  return result;
}

function replaced(refs: Refs, now: Refs, names: readonly string[]): Refs {
  const result = new Map(refs);
  for (const name of names) {
    const value = now.get(name);
    if (value === undefined) result.delete(name);
    else result.set(name, value);
  }
  return result;
}

function same(a: Entry | undefined, b: Entry | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameEntry(a, b);
}

function shownRef(name: string, now: Refs): string {
  if (name === 'HEAD')
    return `HEAD (${branchOf(now)?.replace(/^refs\/heads\//, '') ?? 'detached'})`;
  return name.replace(/^refs\/heads\//, 'branch ').replace(/^refs\/tags\//, 'tag ');
}

function named(snapshot: Snapshot, { folder }: RepositoryState, name: string): string {
  return folder === '' ? name : `${fromRoot(snapshot, folder)}: ${name}`;
}
