import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Entry, entryOf, type Tree } from './entry.ts';
import {
  isBelow,
  joinRaw,
  nameOf,
  onDisk,
  parentOf,
  type RawPath,
  rawPath,
  shownPath,
} from './raw-path.ts';
import { walk } from './walk.ts';

const mostEntries = 2_000;

export interface OutsideTarget {
  readonly link: RawPath;
  readonly target: RawPath;
}

/** Links of a tree that lead out of it, to something that an agent could write to. */
export function linksOutside(top: string, files: Tree): OutsideTarget[] {
  const found: OutsideTarget[] = [];
  for (const [link, entry] of files) {
    if (entry.kind !== 'link' || entry.content === null) continue;
    const target = leadsTo(top, link, entry.content);
    if (!isBelow(rawPath(top), target) && isWritable(target)) found.push({ link, target });
  }
  return found;
}

/** Where a link ends up, also when there is nothing yet. */
export function leadsTo(top: string, link: RawPath, target: string): RawPath {
  const folder = shownPath(joinRaw(rawPath(top), parentOf(link)));
  const named = path.resolve(folder, shownPath(target));
  for (
    let at = named, rest = '';
    ;
    rest = path.join(path.basename(at), rest), at = path.dirname(at)
  ) {
    try {
      return rawPath(path.join(realpathSync(at), rest)).replace(/\/$/, '');
    } catch {
      if (at === path.dirname(at)) return rawPath(named);
    }
  }
}

/** What lies there now, by paths relative to the folder it is in; undefined when it is too much to watch. */
export async function scanOutside(target: RawPath): Promise<Map<RawPath, Entry> | undefined> {
  let count = 0;
  let entries: Map<RawPath, Entry>;
  try {
    const stats = statSync(onDisk(target, ''));
    const own: [RawPath, Entry] = [nameOf(target), entryOf(stats, null)];
    if (!stats.isDirectory()) return new Map([own]);
    entries = (
      await walk(parentOf(target), () => (++count > mostEntries ? 'leave' : 'take'), nameOf(target))
    ).entries;
    entries = new Map([own, ...entries]);
  } catch {
    return new Map();
  }
  return count > mostEntries ? undefined : entries;
}

function isWritable(target: RawPath): boolean {
  for (let at = target; at !== ''; at = parentOf(at)) {
    try {
      accessSync(onDisk(at, ''), constants.F_OK);
    } catch {
      continue;
    }
    try {
      accessSync(onDisk(at, ''), constants.W_OK);
      return true;
    } catch {
      return false;
    }
  }
  return false;
}

/** A path of such a tree as it is reached through the link, and where it really is. */
export function reachedThrough(
  { link, target }: OutsideTarget,
  path: RawPath,
): { readonly path: RawPath; readonly outside: RawPath } {
  const rest = path.slice(nameOf(target).length + 1);
  return { path: joinRaw(link, rest), outside: joinRaw(target, rest) };
}
