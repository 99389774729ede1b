import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorCode } from '../../base/file-errors.ts';
import { type Entry, entryOf } from './entry.ts';
import { joinRaw, onDisk, type RawPath } from './raw-path.ts';

export interface Walk {
  readonly entries: Map<RawPath, Entry>;
  /** Folders that could not be listed. */
  readonly closed: RawPath[];
}

/** `leave` drops a name altogether; `stay` records a folder but does not go into it. */
export type Choice = 'take' | 'stay' | 'leave';

const breathMs = 25;

/**
 * Every name below a folder, in the order of parents before children, without following links. Synchronous
 * calls cost a fifth of the asynchronous ones here, so the walk only pauses often enough to let others in.
 */
export async function walk(
  base: RawPath,
  choose: (path: RawPath, stats: Stats) => Choice,
  from: RawPath = '',
): Promise<Walk> {
  const found: Walk = { entries: new Map(), closed: [] };
  const pending: RawPath[] = [from];
  let breath = performance.now();
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const name of namesIn(base, folder, found)) {
      const path = joinRaw(folder, name);
      const stats = statIfThere(onDisk(base, path));
      if (!stats) continue;
      const choice = choose(path, stats);
      if (choice === 'leave') continue;
      const target = stats.isSymbolicLink() ? linkTarget(onDisk(base, path)) : null;
      found.entries.set(path, entryOf(stats, target));
      if (choice === 'take' && stats.isDirectory()) pending.push(path);
    }
    if (performance.now() - breath > breathMs) {
      await nextTurn();
      breath = performance.now();
    }
  }
  return found;
}

/** The stat of a name itself, never of what it links to. */
export function statIfThere(file: Buffer): Stats | undefined {
  try {
    return lstatSync(file);
  } catch (thrown) {
    if (isGone(thrown) || errorCode(thrown) === 'EACCES') return undefined;
    throw thrown;
  }
}

export function linkTarget(file: Buffer): string | null {
  try {
    return readlinkSync(file, 'latin1');
  } catch (thrown) {
    if (isGone(thrown) || errorCode(thrown) === 'EINVAL') return null;
    throw thrown;
  }
}

function namesIn(base: RawPath, folder: RawPath, found: Walk): string[] {
  try {
    return readdirSync(onDisk(base, folder), 'latin1');
  } catch (thrown) {
    if (isGone(thrown)) return [];
    if (!['EACCES', 'EPERM'].includes(errorCode(thrown) ?? '')) throw thrown;
    found.closed.push(folder);
    return [];
  }
}

function isGone(thrown: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(thrown) ?? '');
}
