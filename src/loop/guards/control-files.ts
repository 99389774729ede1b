import type { Stats } from 'node:fs';
import { type Entry, entryOf, type Tree } from './entry.ts';
import { onDisk, type RawPath, rawPath } from './raw-path.ts';
import { type Choice, statIfThere, walk } from './walk.ts';

// Objects have their shelter and refs their own record; other worktrees and submodules are not this repository's;
// the rest are caches and marks of what other programs do in the background.
const left =
  /^(?:objects|refs|packed-refs|packed-refs\.lock|reftable|worktrees|modules|lfs|annex|ralph|FETCH_HEAD|gc\.pid|gc\.log|gc\.pid\.lock|fsmonitor--daemon.*|logs\/refs\/(?:remotes|ralph))$/;
const inShared = /^(?:config|config\.worktree|hooks|info)(?:\/|$)/;
// A change of these outlasts the iteration and can run commands, so it is told; the others are git's daily business.
const told = /^(?:config|config\.worktree|hooks\/.+|info\/.+|objects\/info\/alternates)$/;
// Names another folder with objects, and without it a repository that borrows them is lost.
const alternates = 'objects/info/alternates';

/** The files of a git folder that are kept by their bytes. */
export async function scanControl(
  gitDir: string,
  exclude: readonly RawPath[],
): Promise<Map<RawPath, Entry>> {
  const base = rawPath(gitDir);
  const excluded = new Set(exclude);
  const choose = (path: RawPath): Choice =>
    left.test(path) || excluded.has(`${base}/${path}`) ? 'leave' : 'take';
  const { entries } = await walk(base, choose);
  const borrowed = statIfThere(onDisk(base, alternates));
  if (borrowed) entries.set(alternates, entryOf(borrowed, null));
  return entries;
}

/** The part of the common folder that every linked worktree obeys. */
export async function scanShared(commonDir: string): Promise<Map<RawPath, Entry>> {
  const choose = (path: RawPath, _: Stats): Choice => (inShared.test(path) ? 'take' : 'leave');
  return (await walk(rawPath(commonDir), choose)).entries;
}

export function toldControlFiles(tree: Tree): Tree {
  return new Map([...tree].filter(([path, entry]) => told.test(path) && entry.kind !== 'folder'));
}
