import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ToolError } from './errors.ts';
import { fileError } from './file-errors.ts';
import { isInside, resolveInside } from './paths.ts';

const wanted = {
  read: constants.O_RDONLY,
  write: constants.O_WRONLY | constants.O_CREAT,
  append: constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND,
} as const;

/**
 * Opens a file inside the root so that a link swapped in after the check cannot lead out of it. Linux: the
 * folder is opened and checked first, and the file is opened through that handle. Elsewhere the opened file
 * is compared with the checked path before the handle is given out. `write` empties the file only after that.
 */
export async function openInside(
  root: string,
  userPath: string,
  purpose: keyof typeof wanted,
): Promise<FileHandle> {
  const target = await resolveInside(root, userPath);
  try {
    const folder = await open(path.dirname(target), constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      const through = await checkedFolder(folder, path.dirname(target), root, userPath);
      const flags = wanted[purpose] | constants.O_NOFOLLOW | constants.O_NONBLOCK;
      const handle = await open(path.join(through, path.basename(target)), flags);
      try {
        await checkFile(handle, target, userPath);
        if (purpose === 'write') await handle.truncate();
        return handle;
      } catch (thrown) {
        await handle.close();
        throw thrown;
      }
    } finally {
      await folder.close();
    }
  } catch (thrown) {
    throw fileError(thrown, purpose === 'read' ? 'read' : 'write', userPath);
  }
}

/** A path that reaches the folder we hold, whatever has since been put in its place. */
async function checkedFolder(
  folder: FileHandle,
  name: string,
  root: string,
  userPath: string,
): Promise<string> {
  if (process.platform !== 'linux') return name;
  const held = `/proc/self/fd/${folder.fd}`;
  if (!isInside(await realpath(root), await readlink(held))) throw swapped(userPath);
  return held;
}

async function checkFile(handle: FileHandle, target: string, userPath: string): Promise<void> {
  const opened = await handle.stat();
  if (!opened.isFile()) {
    throw new ToolError(
      'invalid_argument',
      `${JSON.stringify(userPath)} is not an ordinary file.`,
      {
        hint: 'Name a file, not a folder, pipe or device.',
      },
    );
  }
  if (process.platform === 'linux') return;
  const named = await stat((await realpath(target)) === target ? target : path.dirname(target));
  if (named.ino !== opened.ino || named.dev !== opened.dev) throw swapped(userPath);
}

function swapped(userPath: string): ToolError {
  return new ToolError(
    'invalid_argument',
    `${JSON.stringify(userPath)} was replaced by a symbolic link while it was being opened.`,
    { hint: 'Try again when nothing else is changing that folder.' },
  );
}
