import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../base/file-errors.ts';
import { bringBack, placeCopy, type Wanted } from './bring-back.ts';
import type { ContentStore } from './content-store.ts';
import { looksLikeDependencies } from './dependency-folders.ts';
import { type Entry, sameContent, sameEntry, type Tree } from './entry.ts';
import type { GitPlace } from './git.ts';
import { byPath, joinRaw, nameOf, onDisk, parentOf, type RawPath, shownPath } from './raw-path.ts';

export interface TreeRestoration {
  readonly base: RawPath;
  readonly before: Tree;
  readonly now: Tree;
  readonly store: ContentStore;
  readonly placeOf: (path: RawPath) => GitPlace | undefined;
  /** Where things go that are taken away and kept nowhere else. */
  readonly removed: string;
}

/**
 * Makes a tree what it was, touching only what differs. Each step leaves a state from which the whole can be run
 * again. Returns what could not be brought back.
 */
export async function restoreTree(restoration: TreeRestoration): Promise<string[]> {
  const { before, now } = restoration;
  const lost: string[] = [];
  const surplus = [...now.keys()].filter((path) => before.get(path)?.kind !== now.get(path)?.kind);
  for (const path of surplus.sort(byPath).reverse()) takeAway(restoration, path);

  const missing = [...before].filter(([path, then]) => {
    const there = now.get(path);
    return !there || there.kind !== then.kind || !sameContent(then, there);
  });
  for (const [path, then] of missing.sort(([a], [b]) => byPath(a, b))) {
    if (then.kind === 'folder') makeFolder(restoration, path, then);
    else if (then.kind === 'link') makeLink(restoration, path, then);
    else if (then.kind === 'other' || then.content === null) lost.push(shownPath(path));
  }
  lost.push(...(await writeFiles(restoration, missing)));
  // From the inside out, because a folder may become one that cannot be entered.
  for (const [path, then] of [...before].sort(([a], [b]) => byPath(b, a))) {
    const there = now.get(path);
    const changed = !there || !sameEntry(then, there);
    if (changed && (then.kind === 'folder' || hasContent(then))) setMode(restoration, path, then);
  }
  return lost;
}

async function writeFiles(
  restoration: TreeRestoration,
  missing: readonly (readonly [RawPath, Entry])[],
): Promise<string[]> {
  const wanted = missing.flatMap(([path, { kind, content, size }]): Wanted[] =>
    kind === 'file' && content !== null ? [{ path, id: content, size }] : [],
  );
  const undelivered = new Set(wanted.map(({ path }) => path));
  const { base, before, store, placeOf } = restoration;
  for await (const [{ path }, delivered] of bringBack(store, wanted, placeOf)) {
    inWritableFolder(restoration, path, () => {
      const name = `.ralph-${randomBytes(6).toString('hex')}`;
      const temporary = onDisk(base, joinRaw(parentOf(path), name));
      if ('bytes' in delivered)
        writeFileSync(temporary, delivered.bytes, { mode: 0o600, flag: 'wx' });
      else placeCopy(delivered.storedAt, temporary);
      chmodSync(temporary, before.get(path)?.mode ?? 0o644);
      renameSync(temporary, onDisk(base, path));
    });
    undelivered.delete(path);
  }
  return [...undelivered].map(shownPath);
}

function takeAway(restoration: TreeRestoration, name: RawPath): void {
  const file = onDisk(restoration.base, name);
  const entry = restoration.now.get(name);
  inWritableFolder(restoration, name, () => {
    try {
      if (entry?.kind !== 'folder') {
        // Too large to have been read, so nothing else has kept it.
        if (entry?.kind === 'file' && entry.content === null) return moveAway(restoration, name);
        return unlinkSync(file);
      }
      rmdirSync(file);
    } catch (thrown) {
      const code = errorCode(thrown);
      if (code === 'ENOENT') return;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw thrown;
      if (looksLikeDependencies(name, true)) rmSync(file, { recursive: true, force: true });
      else moveAway(restoration, name);
    }
  });
}

/** Something that no record describes is put aside, never deleted. */
export function moveAway(
  { base, removed }: Pick<TreeRestoration, 'base' | 'removed'>,
  name: RawPath,
): void {
  mkdirSync(removed, { recursive: true, mode: 0o700 });
  const label = shownPath(nameOf(name))
    .replace(/[^\w.-]/g, '_')
    .slice(0, 80);
  const target = path.join(removed, `${randomBytes(4).toString('hex')}-${label}`);
  const source = onDisk(base, name);
  try {
    renameSync(source, target);
  } catch (thrown) {
    if (errorCode(thrown) !== 'EXDEV') throw thrown;
    cpSync(shownPath(source.toString('latin1')), target, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
    });
    rmSync(source, { recursive: true, force: true });
  }
}

function makeFolder({ base, ...rest }: TreeRestoration, name: RawPath, then: Entry): void {
  inWritableFolder({ base, ...rest }, name, () => {
    mkdirSync(onDisk(base, name), { recursive: true });
  });
  // Open until everything is in it; the last step gives it its mode.
  chmodSync(onDisk(base, name), then.mode | 0o700);
}

function makeLink(restoration: TreeRestoration, name: RawPath, then: Entry): void {
  const file = onDisk(restoration.base, name);
  inWritableFolder(restoration, name, () => {
    rmSync(file, { force: true });
    symlinkSync(Buffer.from(then.content ?? '', 'latin1'), file);
  });
}

/** Opens the folder for the moment when its mode forbids to change what is in it. */
function inWritableFolder(restoration: TreeRestoration, name: RawPath, act: () => void): void {
  try {
    act();
  } catch (thrown) {
    if (!['EACCES', 'EPERM'].includes(errorCode(thrown) ?? '')) throw thrown;
    const folder = parentOf(name);
    const file = onDisk(restoration.base, folder);
    const { mode } = lstatSync(file);
    chmodSync(file, mode | 0o700);
    act();
    chmodSync(file, restoration.before.get(folder)?.mode ?? mode & 0o7777);
  }
}

function setMode({ base }: TreeRestoration, name: RawPath, { mode }: Entry): void {
  if (process.platform === 'win32') return;
  try {
    chmodSync(onDisk(base, name), mode);
  } catch (thrown) {
    // It is among what was lost.
    if (errorCode(thrown) !== 'ENOENT') throw thrown;
  }
}

function hasContent(entry: Entry): boolean {
  return entry.kind === 'file' && entry.content !== null;
}
