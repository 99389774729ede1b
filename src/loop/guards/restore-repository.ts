import { lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import type { ContentStore } from './content-store.ts';
import type { Tree } from './entry.ts';
import { GitFailure } from './git.ts';
import { unshelterObjects } from './object-shelter.ts';
import { isBelow, type RawPath, rawPath } from './raw-path.ts';
import {
  otherWorktrees,
  type RefChange,
  type Refs,
  readRefs,
  refChanges,
  refsOfOthers,
  revertRefs,
} from './refs.ts';
import { lookAtControl, lookAtShared } from './repository-changes.ts';
import { moveAway, restoreTree } from './restore-tree.ts';
import { removedFolder, shelterFolder } from './scratch-layout.ts';
import { isLinkedWorktree, type RepositoryState, type Snapshot } from './snapshot.ts';
import { removeStaleLocks } from './stale-locks.ts';

/** Brings back everything of a repository but the files of its working tree. */
export async function restoreRepository(
  snapshot: Snapshot,
  state: RepositoryState,
  store: ContentStore,
): Promise<string[]> {
  const { gitDir } = state.place;
  const removed = removedFolder(snapshot.scratch, snapshot.id);
  const others = refsOfOthers(otherWorktrees(state.commonDir, gitDir), snapshot.top);
  makeSureOfFolder(gitDir, removed);
  bringObjectsBack(snapshot, state);
  mkdirSync(path.join(state.commonDir, 'refs'), { recursive: true });
  await removeStaleLocks(snapshot, [state]);
  const restoreControl = async (): Promise<string[]> =>
    await restoreTree({
      base: rawPath(gitDir),
      before: withoutLogsOf(others, state.control),
      now: withoutLogsOf(others, await lookAtControl(snapshot, state)),
      store,
      placeOf: () => undefined,
      removed,
    });
  const lost = await restoreControl();
  if (isLinkedWorktree(state)) {
    lost.push(
      ...(await restoreTree({
        base: rawPath(state.commonDir),
        before: state.shared,
        now: await lookAtShared(snapshot, state),
        store,
        placeOf: () => undefined,
        removed,
      })),
    );
  }
  const changes = refChanges(state.refs, await readRefsAnyhow(state, removed));
  await revertRefs(
    state.place,
    changes.filter((change) => mayRevert(state, change, others)),
  );
  // Moving refs has written to their logs.
  await restoreControl();
  return lost.map((name) => `.git/${name}`);
}

/** Every object that there was, beside those that have come since. */
export function bringObjectsBack({ scratch }: Snapshot, { commonDir }: RepositoryState): void {
  const objects = path.join(commonDir, 'objects');
  unshelterObjects({ objects, folder: shelterFolder(scratch, commonDir) });
}

/** Worktrees that were added inside the tree have gone with it; what git remembers of them goes too. */
export function forgetAddedWorktrees(snapshot: Snapshot, state: RepositoryState): void {
  const admin = path.join(state.commonDir, 'worktrees');
  const removed = removedFolder(snapshot.scratch, snapshot.id);
  for (const { name, folder } of otherWorktrees(state.commonDir, state.place.gitDir)) {
    if (name === '' || state.worktrees.includes(name)) continue;
    if (!isBelow(rawPath(snapshot.top), rawPath(folder))) continue;
    moveAway({ base: rawPath(admin), removed }, rawPath(name));
  }
  try {
    rmdirSync(admin);
  } catch {
    // Others are in it, or there never was one.
  }
}

/**
 * In a worktree of its own an iteration shares branches with whoever works in the others: only its own branch is
 * moved back there, and what is gone returns. Branches that others have checked out stay as they are.
 */
function mayRevert(
  state: RepositoryState,
  { name, before, after }: RefChange,
  others: ReadonlySet<string>,
): boolean {
  if (others.has(name) && after !== null) return false;
  if (!isLinkedWorktree(state)) return true;
  return (after === null && before !== null) || state.refs.get('HEAD') === `ref: ${name}`;
}

async function readRefsAnyhow(state: RepositoryState, removed: string): Promise<Refs> {
  try {
    return await readRefs(state.place);
  } catch (thrown) {
    if (!(thrown instanceof GitFailure)) throw thrown;
    // The record has every ref, so that a file git cannot read is better out of its way.
    moveAway({ base: rawPath(state.commonDir), removed }, 'packed-refs');
    return await readRefs(state.place);
  }
}

function withoutLogsOf(branches: ReadonlySet<string>, tree: Tree): Tree {
  if (branches.size === 0) return tree;
  return new Map([...tree].filter(([name]: [RawPath, unknown]) => !branches.has(name.slice(5))));
}

function makeSureOfFolder(folder: string, removed: string): void {
  try {
    if (lstatSync(folder).isDirectory()) return;
    moveAway({ base: rawPath(path.dirname(folder)), removed }, rawPath(path.basename(folder)));
  } catch {
    // Nothing is there.
  }
  mkdirSync(folder, { recursive: true });
}
