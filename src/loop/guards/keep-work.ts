import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Clock, systemClock } from '../../base/clock.ts';
import { UserError } from '../../base/errors.ts';
import { commitStream } from './commit-stream.ts';
import { compareTrees, type TreeChange } from './compare-trees.ts';
import { openContentStore } from './content-store.ts';
import type { Tree } from './entry.ts';
import { GitFailure, runGit } from './git.ts';
import { howToRecover } from './how-to-recover.ts';
import { copyAside } from './keep-aside.ts';
import { type KeptWork, recordKept } from './kept-work.ts';
import { openAndLook } from './look-again.ts';
import { commitsAmong, commitTree } from './own-commits.ts';
import { nameOf, type RawPath } from './raw-path.ts';
import { headOf, readRefs, refChanges } from './refs.ts';
import { repositoryChanges } from './repository-changes.ts';
import { bringObjectsBack, restoreRepository } from './restore-repository.ts';
import { insideOwner, ownerOf, type RepositoryState, type Snapshot } from './snapshot.ts';

export interface Keeping {
  readonly run: string;
  readonly iteration: number;
  readonly clock?: Clock;
}

export interface Kept {
  /** In git, the commit that holds the work. */
  readonly ref?: string;
  /** What a commit cannot hold: hooks and configuration, files outside, everything where there is no git. */
  readonly folder?: string;
  /** One sentence with the command. */
  readonly how_to_recover: string;
}

/** Keeps what an iteration did since the snapshot and may not have done; nothing when it did nothing. */
export function keepRejected(snapshot: Snapshot, keeping: Keeping): Promise<Kept | undefined> {
  return keepWork(snapshot, 'rejected', keeping);
}

/** Keeps what an iteration had done when it was cut short. */
export function keepPartial(snapshot: Snapshot, keeping: Keeping): Promise<Kept | undefined> {
  return keepWork(snapshot, 'partial', keeping);
}

async function keepWork(
  snapshot: Snapshot,
  kind: 'rejected' | 'partial',
  { run, iteration, clock = systemClock }: Keeping,
): Promise<Kept | undefined> {
  if (!/^[\w-]+$/.test(run) || !Number.isSafeInteger(iteration) || iteration < 0) {
    throw new UserError(`"${run}" and ${iteration} do not name an iteration of a run.`, {
      hint: 'Use the id of the run as it was given.',
    });
  }
  const name = `${kind}/${run}/${iteration}`;
  const { entries } = await openAndLook(snapshot);
  const touched = touchedPaths(compareTrees(snapshot.files, entries), snapshot.files, entries);
  const refs: KeptWork['refs'] = [];
  const ownerless = touched.filter((file) => !ownerOf(snapshot.repositories, file));
  for (const state of snapshot.repositories) {
    const own = touched.filter((file) => ownerOf(snapshot.repositories, file) === state);
    const commit = await commitFor(snapshot, state, { name, own, now: entries, clock });
    if (commit === 'impossible') ownerless.push(...own);
    else if (commit !== undefined)
      refs.push({ git_dir: state.place.gitDir, work_tree: state.place.workTree, commit });
  }
  const folder = await copyAside(snapshot, `kept/${name}`, ownerless, entries);
  if (refs.length === 0 && folder === null) return undefined;
  const work: KeptWork = {
    name,
    created_at: clock.now().toISOString(),
    files: touched.length,
    refs,
    folder,
  };
  await recordKept(snapshot.scratch, work);
  return howToRecover(snapshot, work, ownerless);
}

function touchedPaths(changes: readonly TreeChange[], before: Tree, now: Tree): RawPath[] {
  const paths = changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
  const holds = (path: RawPath): boolean =>
    [before, now].some((tree) => ['file', 'link'].includes(tree.get(path)?.kind ?? ''));
  // The `.git` file of a worktree points to what goes with it, and git refuses every tree that holds one.
  return paths.filter((path) => holds(path) && nameOf(path) !== '.git').sort();
}

interface Work {
  readonly name: string;
  readonly own: readonly RawPath[];
  readonly now: Tree;
  readonly clock: Clock;
}

/** A repository that git cannot read is mended first, and one that cannot be mended takes no commit. */
async function commitFor(
  snapshot: Snapshot,
  state: RepositoryState,
  work: Work,
): Promise<string | 'impossible' | undefined> {
  for (const attempt of [commitWithTips, commitInMended]) {
    try {
      return await attempt(snapshot, state, work);
    } catch (thrown) {
      if (!(thrown instanceof GitFailure)) throw thrown;
    }
  }
  return 'impossible';
}

async function commitWithTips(
  snapshot: Snapshot,
  state: RepositoryState,
  work: Work,
): Promise<string | undefined> {
  const tips = await agentTips(snapshot, state);
  // An agent may have begun another repository in its place, which lacks the commit that all starts from.
  if (existsSync(path.join(state.commonDir, 'objects'))) bringObjectsBack(snapshot, state);
  return commitOnto(snapshot, state, work, tips);
}

async function commitInMended(
  snapshot: Snapshot,
  state: RepositoryState,
  work: Work,
): Promise<string | undefined> {
  await restoreRepository(snapshot, state, openContentStore(snapshot.scratch, snapshot.algorithm));
  return commitOnto(snapshot, state, work, []);
}

async function commitOnto(
  snapshot: Snapshot,
  state: RepositoryState,
  work: Work,
  tips: readonly string[],
): Promise<string | undefined> {
  if (work.own.length === 0 && tips.length === 0) return undefined;
  const entriesOf = (tree: Tree) =>
    new Map(work.own.map((path) => [insideOwner(state, path), tree.get(path)]));
  const answer = await runGit(['fast-import', '--quiet', '--done', '--force'], {
    place: state.place,
    input: commitStream({
      ref: `refs/ralph/${work.name}`,
      title: `Ralph: ${work.name.replaceAll('/', ' ')}`,
      seconds: Math.floor(work.clock.now().getTime() / 1000),
      start: state.head,
      tips,
      before: entriesOf(snapshot.files),
      now: entriesOf(work.now),
      place: state.place,
      store: openContentStore(snapshot.scratch, snapshot.algorithm),
    }),
  });
  return answer.toString('latin1').trim();
}

/** Commits that are reachable now and will not be once the refs are back: on branches, in the stash, in the index. */
async function agentTips(snapshot: Snapshot, state: RepositoryState): Promise<string[]> {
  const { place } = state;
  const refs = await readRefs(place);
  const ids = new Set(
    refChanges(state.refs, refs).flatMap(({ after }) =>
      after === null || after.startsWith('ref: ') ? [] : [after],
    ),
  );
  const head = headOf(refs);
  if (head !== null) ids.add(head);
  const { staged } = await repositoryChanges(snapshot, state);
  const index = staged.size > 0 ? await commitIndex(state) : undefined;
  if (index !== undefined) ids.add(index);
  if (state.head !== null) ids.delete(state.head);
  return (await commitsAmong(place, [...ids])).filter((id) => id !== state.head);
}

async function commitIndex({ place, head }: RepositoryState): Promise<string | undefined> {
  try {
    const tree = (await runGit(['write-tree'], { place })).toString('latin1').trim();
    return await commitTree(place, tree, head === null ? [] : [head], 'what was in the index');
  } catch (thrown) {
    // An index in conflict makes no tree; its blobs are in the files as well.
    if (thrown instanceof GitFailure) return undefined;
    throw thrown;
  }
}
