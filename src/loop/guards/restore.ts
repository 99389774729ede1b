import { existsSync } from 'node:fs';
import { newGitFolders } from './changes-since.ts';
import { openContentStore } from './content-store.ts';
import { ensureKeptRefs } from './kept-work.ts';
import { lookAtOutside, openAndLook } from './look-again.ts';
import { reachedThrough } from './outside-links.ts';
import { joinRaw, parentOf, rawPath } from './raw-path.ts';
import { forgetAddedWorktrees, restoreRepository } from './restore-repository.ts';
import { moveAway, restoreTree } from './restore-tree.ts';
import { removedFolder } from './scratch-layout.ts';
import { fromRoot, ownerOf, type Snapshot } from './snapshot.ts';

export interface Restored {
  /** What was destroyed and had not been covered by the snapshot. */
  readonly lost: readonly string[];
  /** A folder with what was taken away and no commit could hold: repositories made inside, very large files. */
  readonly put_aside: string | null;
}

/**
 * Makes root and repository what they were at the snapshot: files, index, HEAD, branches, configuration. Touches
 * only what differs, and can be run again after it was interrupted.
 */
export async function restore(snapshot: Snapshot): Promise<Restored> {
  const store = openContentStore(snapshot.scratch, snapshot.algorithm);
  const lost = new Set<string>();
  const [own, ...nested] = snapshot.repositories;
  // Git first, because it holds most contents; but not inside folders that may have been swapped for links.
  if (own?.folder === '') addAll(lost, await restoreRepository(snapshot, own, store));
  const inside = own?.folder === '' ? nested : snapshot.repositories;
  const missed = await restoreFiles(snapshot);
  for (const state of inside) addAll(lost, await restoreRepository(snapshot, state, store));
  addAll(lost, missed.length > 0 && inside.length > 0 ? await restoreFiles(snapshot) : missed);
  for (const state of snapshot.repositories) forgetAddedWorktrees(snapshot, state);
  for (const state of snapshot.outside) {
    const missing = await restoreTree({
      base: parentOf(state.target),
      before: state.tree,
      now: await lookAtOutside(snapshot, state),
      store,
      placeOf: () => undefined,
      removed: removedFolder(snapshot.scratch, snapshot.id),
    });
    addAll(
      lost,
      missing.map((name) => fromRoot(snapshot, reachedThrough(state, rawPath(name)).path)),
    );
  }
  await ensureKeptRefs(snapshot.scratch);
  const aside = removedFolder(snapshot.scratch, snapshot.id);
  return { lost: [...lost].sort(), put_aside: existsSync(aside) ? aside : null };
}

async function restoreFiles(snapshot: Snapshot): Promise<string[]> {
  const base = rawPath(snapshot.top);
  const removed = removedFolder(snapshot.scratch, snapshot.id);
  const scan = await openAndLook(snapshot);
  for (const folder of newGitFolders(snapshot, scan)) {
    moveAway({ base, removed }, joinRaw(folder, '.git'));
  }
  const gone = snapshot.skipped.filter((folder) => !scan.entries.has(folder));
  const lost = await restoreTree({
    base,
    before: snapshot.files,
    now: scan.entries,
    store: openContentStore(snapshot.scratch, snapshot.algorithm),
    placeOf: (path) => ownerOf(snapshot.repositories, path)?.place,
    removed,
  });
  return [
    ...lost.map((name) => fromRoot(snapshot, rawPath(name))),
    ...gone.map((folder) => `${fromRoot(snapshot, folder)}/`),
  ];
}

function addAll(set: Set<string>, items: readonly string[]): void {
  for (const item of items) set.add(item);
}
