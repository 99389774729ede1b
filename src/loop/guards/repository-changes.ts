import type { Commit } from './change.ts';
import { compareTrees, type TreeChange } from './compare-trees.ts';
import { contentIdOf } from './content-id.ts';
import { openContentStore, storedFile } from './content-store.ts';
import { scanControl, scanShared, toldControlFiles } from './control-files.ts';
import type { Entry } from './entry.ts';
import { GitFailure, runGit, splitNul } from './git.ts';
import { compareContents } from './look-again.ts';
import { type RawPath, rawPath } from './raw-path.ts';
import { headOf, type RefChange, readRefs, refChanges } from './refs.ts';
import { readIndex } from './repository.ts';
import { isLinkedWorktree, type RepositoryState, type Snapshot } from './snapshot.ts';

/** What differs in one repository, apart from the files of its working tree. */
export interface RepositoryChanges {
  /** Hooks and configuration, relative to the git folder. */
  readonly control: readonly TreeChange[];
  readonly refs: readonly RefChange[];
  readonly commits: readonly Commit[];
  /** Paths of the repository that differ between the commit at the start and HEAD. */
  readonly committed: ReadonlySet<RawPath>;
  /** Paths whose line in the index differs. */
  readonly staged: ReadonlySet<RawPath>;
}

const mostCommits = 200;
const lostRepository = '.git';
const plainDiff = ['--no-ext-diff', '--no-textconv', '--no-renames', '--ignore-submodules=all'];

export async function repositoryChanges(
  snapshot: Snapshot,
  state: RepositoryState,
): Promise<RepositoryChanges> {
  const control = await lookAtControl(snapshot, state);
  const told = [
    ...compareTrees(toldControlFiles(state.control), toldControlFiles(control)),
    ...compareTrees(
      state.shared,
      isLinkedWorktree(state) ? await lookAtShared(snapshot, state) : new Map(),
    ),
  ];
  try {
    const refs = await readRefs(state.place);
    const head = headOf(refs);
    return {
      control: told,
      refs: refChanges(state.refs, refs),
      commits: head === null || head === state.head ? [] : await commitsSince(state, head),
      committed: head === state.head ? new Set() : await committedSince(snapshot, state, head),
      staged: await stagedSince(snapshot, state, control),
    };
  } catch (thrown) {
    if (!(thrown instanceof GitFailure)) throw thrown;
    // Damaged beyond what git can read: that is the change, and restoring mends it.
    const broken: RefChange = { name: lostRepository, before: 'a repository', after: null };
    return { control: told, refs: [broken], commits: [], committed: new Set(), staged: new Set() };
  }
}

/** By the name of a change, which has the folder of the repository before it when that lies inside. */
export function isLostRepository(name: string): boolean {
  return name === lostRepository || name.endsWith(`: ${lostRepository}`);
}

export async function lookAtControl(
  snapshot: Snapshot,
  { place, control }: RepositoryState,
): Promise<Map<RawPath, Entry>> {
  const entries = await scanControl(place.gitDir, [rawPath(snapshot.scratch)]);
  await compareContents(snapshot, rawPath(place.gitDir), entries, control);
  return entries;
}

export async function lookAtShared(
  snapshot: Snapshot,
  { commonDir, shared }: RepositoryState,
): Promise<Map<RawPath, Entry>> {
  const entries = await scanShared(commonDir);
  await compareContents(snapshot, rawPath(commonDir), entries, shared);
  return entries;
}

async function commitsSince(
  { place, head: start }: RepositoryState,
  head: string,
): Promise<Commit[]> {
  const range = start === null ? [head] : [head, `^${start}`];
  const answer = await runGit(
    ['log', '-z', '--no-show-signature', `--max-count=${mostCommits}`, '--format=%H %s', ...range],
    { place },
  );
  return splitNul(answer).map((line) => {
    const text = Buffer.from(line, 'latin1').toString('utf8');
    const cut = text.indexOf(' ');
    return { id: text.slice(0, cut), subject: text.slice(cut + 1) };
  });
}

async function committedSince(
  { algorithm }: Snapshot,
  { place, head: start }: RepositoryState,
  head: string | null,
): Promise<Set<RawPath>> {
  const emptyTree = contentIdOf(new Uint8Array(), algorithm, 'tree');
  const answer = await runGit(
    ['diff-tree', '-r', '-z', '--name-only', ...plainDiff, start ?? emptyTree, head ?? emptyTree],
    { place },
  );
  return new Set(splitNul(answer));
}

async function stagedSince(
  snapshot: Snapshot,
  { place, control: before }: RepositoryState,
  now: ReadonlyMap<RawPath, Entry>,
): Promise<Set<RawPath>> {
  const then = before.get('index')?.content ?? null;
  if (then === (now.get('index')?.content ?? null)) return new Set();
  const store = openContentStore(snapshot.scratch, snapshot.algorithm);
  const [old, current] = [
    then === null ? new Map<RawPath, string>() : await readIndex(place, storedFile(store, then)),
    now.has('index') ? await readIndex(place) : new Map<RawPath, string>(),
  ];
  const paths = new Set([...old.keys(), ...current.keys()]);
  return new Set([...paths].filter((path) => old.get(path) !== current.get(path)));
}

/**
 * Of paths whose file is as it was, those that HEAD or the index now have otherwise. The rest is a person's own
 * uncommitted work that an agent has merely added or committed.
 */
export async function smuggled(
  { place }: RepositoryState,
  paths: readonly RawPath[],
): Promise<Set<RawPath>> {
  if (paths.length === 0) return new Set();
  const names = ['--name-only', '-z', ...plainDiff];
  const differing = new Set<RawPath>();
  for (const against of [['HEAD'], []]) {
    try {
      const answer = await runGit(['diff', ...names, ...against, '--'], { place });
      for (const path of splitNul(answer)) differing.add(path);
    } catch (thrown) {
      // Without a readable HEAD or index everything that was staged or committed is in doubt.
      if (thrown instanceof GitFailure) return new Set(paths);
      throw thrown;
    }
  }
  return new Set(paths.filter((path) => differing.has(path)));
}
