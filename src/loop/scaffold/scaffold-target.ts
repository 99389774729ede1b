import { lstat, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ToolError, UserError } from '../../base/errors.ts';
import { resolveInside } from '../../base/paths.ts';

/** One file that init wants, as it is found. */
export interface ScaffoldTarget {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly absolute: string;
  /** Bytes of the file that is there, one character each; nothing when there is none. */
  readonly existing: string | undefined;
  readonly isLink: boolean;
}

/** Looks at a target without changing it, and refuses what could not be written there. */
export async function inspectTarget(root: string, file: string): Promise<ScaffoldTarget> {
  await checkFolders(root, file);
  await refuseWayOut(root, file);
  const absolute = path.join(root, file);
  const found = await lstat(absolute).catch(() => undefined);
  const isLink = found?.isSymbolicLink() ?? false;
  if (!found) return { path: file, absolute, existing: undefined, isLink };
  const target = await stat(absolute).catch(() => undefined);
  if (!target) {
    throw new UserError(`${file} is a symbolic link to something that does not exist.`, {
      hint: 'Remove the link, or create what it points to, and run init again.',
    });
  }
  if (!target.isFile()) {
    const what = target.isDirectory() ? 'a folder' : 'not an ordinary file';
    throw new UserError(`${file} is ${what}, and init needs a file there.`, {
      hint: 'Move or rename it, and run init again.',
    });
  }
  return { path: file, absolute, existing: await readBytes(absolute, file), isLink };
}

/** A link is the user's arrangement: reading through it is fine, replacing what it points to is not. */
export function refuseLink(target: ScaffoldTarget): void {
  if (!target.isLink) return;
  throw new UserError(`${target.path} is a symbolic link, and init does not write through links.`, {
    hint: 'Put an ordinary file in its place, or remove the link, and run init again.',
  });
}

/** A link, on the way or at the end, that leads out of the root. */
async function refuseWayOut(root: string, file: string): Promise<void> {
  try {
    await resolveInside(root, file);
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    throw new ToolError(thrown.code, thrown.message, {
      hint: 'Remove the link, and run init again.',
      cause: thrown,
    });
  }
}

async function checkFolders(root: string, file: string): Promise<void> {
  const parts = file.split('/').slice(0, -1);
  for (let depth = 1; depth <= parts.length; depth++) {
    const folder = parts.slice(0, depth).join('/');
    const found = await stat(path.join(root, folder)).catch(() => undefined);
    if (found && !found.isDirectory()) {
      throw new UserError(`${folder} is a file, and init needs a folder there for ${file}.`, {
        hint: `Move or rename ${folder}, and run init again.`,
      });
    }
  }
}

async function readBytes(absolute: string, file: string): Promise<string> {
  try {
    return await readFile(absolute, 'latin1');
  } catch (thrown) {
    throw new UserError(`${file} cannot be read.`, {
      hint: 'Give yourself permission to read it, and run init again.',
      cause: thrown,
    });
  }
}
