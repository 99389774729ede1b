import { linkSync, mkdirSync, renameSync, rmSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../base/file-errors.ts';
import { newId } from '../../base/ids.ts';

/** What Ralph keeps in a root that no commit holds; `git clean -fdx` is all it takes to lose it. */
const databases = ['.ralph/db/ralph.db', '.agent/context/context.db'];
const texts = ['.ralph/learnings.txt', '.ralph/progress.txt', '.agent/skillbook/skillbook.json'];
const companions = ['', '-wal', '-shm'];
/** Held open by whoever runs the loop: a file of that name that is not the same file is an impostor. */
const heldOpen = '.ralph/db/ralph.db';

interface Sheltered {
  readonly name: string;
  readonly shelter: string;
  readonly inode: number;
}

/** Puts back what is gone. Which files those were, and which of them could not be put back. */
export type PutBack = () => { readonly back: readonly string[]; readonly lost: readonly string[] };

/**
 * Gives Ralph's own files a second name outside the reach of an agent for the time of a launch. A database that is
 * open goes on working without its first name, so that nothing written meanwhile is lost when it gets it back.
 */
export function shelterOwnFiles(root: string, scratch: string): PutBack {
  const folder = path.join(scratch, 'own');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const groups = [
    ...databases.map((name) => companions.map((end) => name + end)),
    ...texts.map((name) => [name]),
  ].map((names) => names.flatMap((name) => giveSecondName(root, folder, name)));

  return () => {
    const back: string[] = [];
    const lost: string[] = [];
    for (const group of groups) {
      const [main] = group;
      if (!main || isThere(root, main)) continue;
      try {
        for (const file of group) putBackOne(root, folder, file);
        back.push(main.name);
      } catch {
        lost.push(main.name);
      }
    }
    return { back, lost };
  };
}

function giveSecondName(root: string, folder: string, name: string): Sheltered[] {
  const shelter = path.join(folder, name.replaceAll('/', '_'));
  const stats = statOf(path.join(root, name));
  if (!stats?.isFile()) return [];
  try {
    linkSync(path.join(root, name), shelter);
    return [{ name, shelter, inode: stats.ino }];
  } catch {
    // Gone in this moment, or on a disk without hard links.
    return [];
  }
}

function isThere(root: string, { name, inode }: Sheltered): boolean {
  const now = statOf(path.join(root, name));
  return now !== undefined && (name !== heldOpen || now.ino === inode);
}

function putBackOne(root: string, folder: string, { name, shelter, inode }: Sheltered): void {
  const target = path.join(root, name);
  const now = statOf(target);
  if (now?.ino === inode) return;
  if (now) renameSync(target, path.join(folder, newId('replaced')));
  mkdirSync(path.dirname(target), { recursive: true });
  linkSync(shelter, target);
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch (thrown) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'].includes(errorCode(thrown) ?? ''))
      return undefined;
    throw thrown;
  }
}
