import { createHash } from 'node:crypto';
import { openInside } from '../base/open-inside.ts';
import { resolveInside, toRepoRelative } from '../base/paths.ts';
import type { CitedFile } from './item.ts';
import { storableText } from './safety/clean-input.ts';

const mostFiles = 20;
const largestFile = 5_000_000;

/** The files an item speaks of, each with what it held then. Names that lead nowhere in the root are left out. */
export async function citeFiles(root: string, names: readonly string[]): Promise<CitedFile[]> {
  const cited = new Map<string, CitedFile>();
  for (const name of names.slice(0, mostFiles)) {
    const path = await insideName(root, name);
    // A name that holds a secret is no file that a later session should look for.
    if (path !== undefined && !storableText(path).redacted)
      cited.set(path, { path, hash: await hashOf(root, path) });
  }
  return [...cited.values()];
}

/** An error with its fix is true of the files as the fix left them: that the fix changed them is no news. */
export function filesAfterFix(
  error: readonly CitedFile[],
  fix: readonly CitedFile[] = [],
): readonly CitedFile[] {
  return [...new Map([...error, ...fix].map((file) => [file.path, file])).values()];
}

/** Those of the cited files that hold something else now. */
export async function changedFiles(root: string, files: readonly CitedFile[]): Promise<string[]> {
  const changed: string[] = [];
  for (const { path, hash } of files) {
    if ((await hashOf(root, path)) !== hash) changed.push(path);
  }
  return changed;
}

async function insideName(root: string, name: string): Promise<string | undefined> {
  try {
    return toRepoRelative(root, await resolveInside(root, name));
  } catch {
    return undefined;
  }
}

async function hashOf(root: string, name: string): Promise<string | null> {
  try {
    const handle = await openInside(root, name, 'read');
    try {
      if ((await handle.stat()).size > largestFile) return null;
      return createHash('sha256')
        .update(await handle.readFile())
        .digest('hex');
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
