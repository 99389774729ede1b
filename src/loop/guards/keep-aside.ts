import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareTrees } from './compare-trees.ts';
import type { Tree } from './entry.ts';
import { lookAtOutside } from './look-again.ts';
import { reachedThrough } from './outside-links.ts';
import { joinRaw, onDisk, parentOf, type RawPath, rawPath, shownPath } from './raw-path.ts';
import { repositoryChanges } from './repository-changes.ts';
import type { Snapshot } from './snapshot.ts';

interface Aside {
  /** Below the folder: `files/…`, `git/…` or `outside/…`. */
  readonly name: RawPath;
  readonly source: RawPath;
}

/**
 * Copies what no commit can hold into a folder of the scratch: files where there is no git, hooks and configuration,
 * and what was written through links. Returns the folder, or null when there is nothing of the kind.
 */
export async function copyAside(
  snapshot: Snapshot,
  folder: string,
  files: readonly RawPath[],
  now: Tree,
): Promise<string | null> {
  const asides: Aside[] = [];
  const deleted: string[] = [];
  for (const name of files) {
    if (now.has(name))
      asides.push({ name: joinRaw('files', name), source: joinRaw(rawPath(snapshot.top), name) });
    else deleted.push(shownPath(name));
  }
  asides.push(...(await gitFiles(snapshot)), ...(await outsideFiles(snapshot)));
  if (asides.length === 0 && deleted.length === 0) return null;
  const target = path.join(snapshot.scratch, folder);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (const { name, source } of asides) {
    mkdirSync(onDisk(rawPath(target), parentOf(name)), { recursive: true });
    cpSync(shownPath(source), shownPath(joinRaw(rawPath(target), name)), {
      verbatimSymlinks: true,
      recursive: true,
    });
  }
  if (deleted.length > 0)
    writeFileSync(path.join(target, 'deleted.txt'), `${deleted.join('\n')}\n`);
  return folder;
}

async function gitFiles(snapshot: Snapshot): Promise<Aside[]> {
  const asides: Aside[] = [];
  for (const state of snapshot.repositories) {
    for (const { path: name, kind } of (await repositoryChanges(snapshot, state)).control) {
      if (kind === 'deleted') continue;
      const base = state.control.has('commondir') ? state.commonDir : state.place.gitDir;
      asides.push({
        name: joinRaw(joinRaw('git', state.folder), name),
        source: joinRaw(rawPath(base), name),
      });
    }
  }
  return asides;
}

async function outsideFiles(snapshot: Snapshot): Promise<Aside[]> {
  const asides: Aside[] = [];
  for (const state of snapshot.outside) {
    const now = await lookAtOutside(snapshot, state);
    for (const { path: name, kind } of compareTrees(state.tree, now)) {
      if (kind === 'deleted') continue;
      const reached = reachedThrough(state, name);
      asides.push({ name: joinRaw('outside', reached.path), source: reached.outside });
    }
  }
  return asides;
}
