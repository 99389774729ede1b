import { linkSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../base/file-errors.ts';
import { listFolder } from './content-store.ts';

/**
 * A second name for every object of a repository. Objects are never changed, only added and removed, so that a
 * hard link costs nothing and outlives `git gc --prune=now` and even the removal of the git folder.
 */
export interface Shelter {
  readonly objects: string;
  readonly folder: string;
}

/** Whether everything is sheltered; false where links cannot be made, as on another disk. */
export function shelterObjects({ objects, folder }: Shelter): boolean {
  return linkMissing(objects, folder);
}

export function unshelterObjects({ objects, folder }: Shelter): void {
  mkdirSync(path.join(objects, 'pack'), { recursive: true });
  mkdirSync(path.join(objects, 'info'), { recursive: true });
  linkMissing(folder, objects);
}

function linkMissing(from: string, to: string): boolean {
  for (const sub of listFolder(from)) {
    const packs = sub === 'pack';
    if (!packs && !/^[0-9a-f]{2}$/.test(sub)) continue;
    const names = listFolder(path.join(from, sub)).filter((name) =>
      packs ? /^pack-[0-9a-f]+\.(?:pack|idx|rev)$/.test(name) : /^[0-9a-f]+$/.test(name),
    );
    const there = new Set(listFolder(path.join(to, sub)));
    const missing = names.filter((name) => !there.has(name));
    if (missing.length === 0) continue;
    mkdirSync(path.join(to, sub), { recursive: true });
    // An index without its pack is an error to git, and the other way round is not.
    for (const name of missing.sort(
      (a, b) => Number(/\.idx$/.test(a)) - Number(/\.idx$/.test(b)),
    )) {
      if (!linkOne(path.join(from, sub, name), path.join(to, sub, name))) return false;
    }
  }
  return true;
}

function linkOne(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (thrown) {
    const code = errorCode(thrown) ?? '';
    // Packed away by somebody in this very moment, or linked by another run.
    if (code === 'ENOENT' || code === 'EEXIST') return true;
    if (['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EACCES'].includes(code)) return false;
    throw thrown;
  }
}
