import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { ToolError } from './errors.ts';
import { fileError } from './file-errors.ts';
import { isInside, resolveInside } from './paths.ts';

/** `write` starts an empty file, `append` adds to what is there; both make a file that is missing. */
export type OpenPurpose = 'read' | 'write' | 'append';

const wanted: Readonly<Record<OpenPurpose, number>> = {
  read: constants.O_RDONLY,
  write: constants.O_WRONLY | constants.O_CREAT,
  append: constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND,
};
// A pipe put in the place of a file would otherwise hold the caller up for ever. Windows has neither.
const cautious = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a file inside the root so that a link swapped in after the check cannot lead out of it. On Linux the
 * folder is opened and checked first and the file is opened through that handle, which leaves no gap. Other
 * systems offer Node no such way: there the opened file is compared with the checked one before anything is
 * emptied or written, which only a link swapped to and fro within that moment can pass.
 */
export async function openInside(
  root: string,
  userPath: string,
  purpose: OpenPurpose,
): Promise<FileHandle> {
  const target = await resolveInside(root, userPath);
  try {
    const handle =
      process.platform === 'linux'
        ? await openThroughFolder(root, target, purpose)
        : await openAndCompare(target, purpose);
    try {
      if (!(await handle.stat()).isFile()) throw notAFile(userPath);
      if (purpose === 'write') await handle.truncate();
      return handle;
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
  } catch (thrown) {
    throw fileError(thrown, purpose === 'read' ? 'read' : 'write', userPath);
  }
}

async function openThroughFolder(
  root: string,
  target: string,
  purpose: OpenPurpose,
): Promise<FileHandle> {
  const folder = await open(path.dirname(target), constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    // This name leads to the folder we hold, whatever has since been put in its place.
    const held = `/proc/self/fd/${folder.fd}`;
    if (!isInside(await realpath(root), await readlink(held))) throw swapped(target);
    return await open(path.join(held, path.basename(target)), wanted[purpose] | cautious);
  } finally {
    await folder.close();
  }
}

async function openAndCompare(target: string, purpose: OpenPurpose): Promise<FileHandle> {
  const handle = await open(target, wanted[purpose] | cautious);
  try {
    const opened = await handle.stat();
    for (let look = 0; look < 2; look++) {
      if ((await realpath(target)) !== target) throw swapped(target);
      const named = await lstat(target);
      if (opened.ino !== named.ino || opened.dev !== named.dev) throw swapped(target);
    }
    return handle;
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

function notAFile(userPath: string): ToolError {
  return new ToolError('invalid_argument', `${JSON.stringify(userPath)} is not an ordinary file.`, {
    hint: 'Name a file, not a folder, pipe or device.',
  });
}

function swapped(target: string): ToolError {
  return new ToolError(
    'invalid_argument',
    `A folder on the way to ${JSON.stringify(path.basename(target))} was replaced by a symbolic link while the file was being opened.`,
    { hint: 'Try again when nothing else is changing that folder.' },
  );
}
