import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '../../base/paths.ts';
import { type RawPath, rawPath } from './raw-path.ts';

/** Ralph's own folders in a root; what happens in them is never an agent's change. */
const own = ['.ralph', '.agent'];

/** Paths that are left out of a tree with this top, relative to it. */
export function excludedFrom(top: string, root: string, scratch: string): RawPath[] {
  return [...own.map((name) => path.join(root, name)), scratch]
    .filter((folder) => isInside(top, folder))
    .map((folder) => rawPath(path.relative(top, folder)));
}

/**
 * Where the snapshots of a root are best kept: outside of it, where neither `git clean -fdx` nor an agent confined to
 * the root can reach them, but on its disk, because objects are sheltered by hard links. Else in the root.
 */
export function snapshotFolder(root: string, dataFolder: string): string {
  const real = realpathSync(root);
  const name = createHash('sha256').update(real).digest('hex').slice(0, 16);
  const outside = path.join(dataFolder, 'snapshots', name);
  try {
    mkdirSync(outside, { recursive: true, mode: 0o700 });
    accessSync(outside, constants.W_OK);
    if (statSync(outside).dev === statSync(real).dev) return outside;
  } catch {
    // A home that cannot be written to, as in some containers.
  }
  return path.join(real, '.ralph', 'snapshots');
}

/** Repositories that share one set of objects share its shelter. */
export function shelterFolder(scratch: string, commonDir: string): string {
  const name = createHash('sha256').update(path.resolve(commonDir)).digest('hex').slice(0, 16);
  return path.join(scratch, 'objects', name);
}

/** Where restoring puts what it takes away and nothing else keeps. */
export function removedFolder(scratch: string, snapshotId: string): string {
  return path.join(scratch, 'removed', snapshotId);
}
