import type { Stats } from 'node:fs';
import type { RawPath } from './raw-path.ts';

/** One name in a tree: what is needed to see that it changed, and to bring it back. */
export interface Entry {
  readonly kind: 'file' | 'link' | 'folder' | 'other';
  /** Permission bits; always 0 on Windows, which has none of them. */
  readonly mode: number;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly inode: number;
  /** Content id of a file, target of a link; null for what was not read, and then only the stat is compared. */
  readonly content: string | null;
  /** When the content was read, in milliseconds. */
  readonly readAt: number;
}

export type Tree = ReadonlyMap<RawPath, Entry>;

// A file changed in the same tick of the clock in which it was read looks unchanged for ever after.
const clockDoubtMs = 2_000;

export function entryOf(stats: Stats, content: string | null): Entry {
  return {
    kind: kindOf(stats),
    mode: process.platform === 'win32' ? 0 : stats.mode & 0o7777,
    size: stats.size,
    mtime: stats.mtimeMs,
    ctime: stats.ctimeMs,
    inode: stats.ino,
    content,
    readAt: 0,
  };
}

function kindOf(stats: Stats): Entry['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isSymbolicLink()) return 'link';
  return stats.isDirectory() ? 'folder' : 'other';
}

/** Whether what was read of the file then is certainly what it holds now. */
export function stillReads(then: Entry | undefined, now: Entry): boolean {
  return (
    then?.kind === 'file' &&
    then.content !== null &&
    sameStat(then, now) &&
    then.ctime === now.ctime &&
    then.inode === now.inode &&
    then.ctime + clockDoubtMs < then.readAt
  );
}

export function sameContent(a: Entry, b: Entry): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'folder' || a.kind === 'other') return true;
  if (a.content === null || b.content === null) return sameStat(a, b);
  return a.content === b.content;
}

export function sameEntry(a: Entry, b: Entry): boolean {
  // The mode of a link means nothing, and systems differ in what they show.
  return sameContent(a, b) && (a.kind === 'link' || a.mode === b.mode);
}

function sameStat(a: Entry, b: Entry): boolean {
  return a.size === b.size && a.mtime === b.mtime;
}
