import { rmSync, type Stats } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { listFolder } from './content-store.ts';
import { onDisk, type RawPath, rawPath } from './raw-path.ts';
import type { RepositoryState, Snapshot } from './snapshot.ts';
import { statIfThere, walk } from './walk.ts';

/** Git holds a lock for moments; longer than this only somebody who is gone. */
const heldMs = 500;

/**
 * Removes the locks that an agent has left in a repository when it was killed in the middle of a git command: with
 * them nobody could commit any more. A lock from before the iteration, or of somebody at work right now, stays.
 */
export async function removeStaleLocks(
  { takenAt }: Pick<Snapshot, 'takenAt'>,
  states: readonly RepositoryState[],
): Promise<void> {
  const since = Date.parse(takenAt);
  const found = new Map<string, Stats>();
  for (const state of states) {
    for (const [base, name] of await locksOf(state)) {
      const file = onDisk(base, name);
      const stats = statIfThere(file);
      if (stats && stats.mtimeMs >= since) found.set(file.toString('latin1'), stats);
    }
  }
  if (found.size === 0) return;
  await delay(heldMs);
  for (const [name, before] of found) {
    const file = Buffer.from(name, 'latin1');
    const now = statIfThere(file);
    if (now?.ino === before.ino && now.mtimeMs === before.mtimeMs) rmSync(file, { force: true });
  }
}

async function locksOf({ place, commonDir }: RepositoryState): Promise<[RawPath, RawPath][]> {
  const isLock = (name: string): boolean => name.endsWith('.lock');
  const inFolder = (folder: string): [RawPath, RawPath][] =>
    listFolder(folder)
      .filter(isLock)
      .map((name) => [rawPath(folder), rawPath(name)]);
  const refs = rawPath(`${commonDir}/refs`);
  const { entries } = await walk(refs, () => 'take');
  return [
    ...inFolder(place.gitDir),
    ...(commonDir === place.gitDir ? [] : inFolder(commonDir)),
    ...[...entries.keys()].filter(isLock).map((name): [RawPath, RawPath] => [refs, name]),
  ];
}
