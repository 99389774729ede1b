import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  copyFile,
  type FileHandle,
  open,
  readFile,
  readlink,
  realpath,
  rename,
  stat,
  unlink,
} from 'node:fs/promises';
import path from 'node:path';
import { type Clock, systemClock } from './clock.ts';
import { UserError } from './errors.ts';
import { errorCode, fileError } from './file-errors.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Replaces a file so that a reader, a crash or a power cut finds the old content or the new, never a part.
 * Makes missing folders. Keeps the mode and owner of a file it replaces, and writes through symbolic links.
 */
export async function writeFileAtomic(
  file: string,
  data: string | Uint8Array,
  options: {
    readonly mode?: number;
    /** A last look, with the new content on the disk: when it throws, the old content stays. */
    readonly beforeRename?: () => Promise<void>;
  } = {},
): Promise<void> {
  try {
    const target = await linkTarget(file);
    const folder = path.dirname(target);
    const existing = await stat(target).catch(absent);
    if (existing && !existing.isFile()) throw notAFile('write', file, existing.isDirectory());
    await makeFolder(folder);
    const temporary = path.join(folder, `.${randomBytes(8).toString('hex')}.tmp`);
    try {
      const handle = await open(temporary, 'wx', options.mode ?? (existing ? 0o600 : 0o666));
      try {
        await handle.writeFile(data);
        if (existing) await keepOwner(handle, existing);
        const mode = options.mode ?? (existing && existing.mode & 0o7777);
        if (mode !== undefined) await handle.chmod(mode);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await options.beforeRename?.();
      await rename(temporary, target);
    } catch (thrown) {
      await unlink(temporary).catch(() => undefined);
      throw thrown;
    }
    await syncFolder(folder);
  } catch (thrown) {
    throw fileError(thrown, 'write', file);
  }
}

/** The text of a file, or undefined when there is none. Bytes that are not UTF-8 are refused, not mangled. */
export async function readTextIfExists(file: string): Promise<string | undefined> {
  try {
    const found = await stat(file).catch(absent);
    // Opening a pipe waits for its other end, for ever when there is none.
    if (found && !found.isFile()) throw notAFile('read', file, found.isDirectory());
    const bytes = found && (await readFile(file).catch(absent));
    if (!bytes) return undefined;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (cause) {
      throw new UserError(`Cannot read ${file}: it is not UTF-8 text.`, {
        hint: 'Save it as UTF-8 in your editor, then try again.',
        cause,
      });
    }
  } catch (thrown) {
    throw fileError(thrown, 'read', file);
  }
}

/** Copies a file beside itself under a name that sorts by time, and never over an earlier copy. */
export async function backupFile(file: string, clock: Clock = systemClock): Promise<string> {
  try {
    for (let time = clock.now().getTime(); ; time++) {
      const stamp = new Date(time).toISOString().replace(/[-:Z]/g, '').replace(/[T.]/g, '-');
      const copy = `${file}.${stamp}.bak`;
      try {
        await copyFile(file, copy, constants.COPYFILE_EXCL);
      } catch (thrown) {
        if (errorCode(thrown) === 'EEXIST') continue;
        throw thrown;
      }
      await syncFile(copy);
      await syncFolder(path.dirname(copy));
      return copy;
    }
  } catch (thrown) {
    throw fileError(thrown, 'back up', file);
  }
}

/**
 * Appends whole lines in one write, so that lines of several processes never mix, and waits until they are on
 * the disk. If a killed writer left a line without an end, that line is ended first; readers of such files
 * must pass over a broken line, and over an empty one when two writers mended it at once.
 */
export async function appendDurably(file: string, text: string): Promise<void> {
  if (text === '') return;
  try {
    await makeFolder(path.dirname(file));
    const isNew = !(await stat(file).catch(absent));
    const handle = await open(file, 'a+');
    try {
      const mend = (await endsMidLine(handle)) ? '\n' : '';
      let rest = Buffer.from(mend + (text.endsWith('\n') ? text : `${text}\n`));
      while (rest.length > 0) rest = rest.subarray((await handle.write(rest)).bytesWritten);
      await handle.sync().catch(unsupported);
    } finally {
      await handle.close();
    }
    if (isNew) await syncFolder(path.dirname(file));
  } catch (thrown) {
    throw fileError(thrown, 'append to', file);
  }
}

async function endsMidLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  const { bytesRead } = await handle.read(last, 0, 1, size - 1);
  return bytesRead === 1 && last[0] !== 0x0a;
}

/** Where a write to `file` ends up, also when the last of its links points at nothing yet. */
async function linkTarget(file: string): Promise<string> {
  let target = path.resolve(file);
  for (let hops = 0; hops < 40; hops++) {
    const link = await readlink(target).catch((thrown: unknown) => {
      if (['EINVAL', 'ENOENT', 'ENOTDIR', 'UNKNOWN'].includes(errorCode(thrown) ?? ''))
        return undefined;
      throw thrown;
    });
    if (link === undefined) return target;
    // Relative to where the link really lies, which a linked folder on the way changes.
    const folder = path.dirname(target);
    target = path.resolve((await realpath(folder).catch(absent)) ?? folder, link);
  }
  throw Object.assign(new Error('too many symbolic links'), { code: 'ELOOP' });
}

function notAFile(action: string, file: string, isFolder: boolean): UserError {
  return isFolder
    ? new UserError(`Cannot ${action} ${file}: it is a folder (EISDIR).`, {
        hint: 'Move the folder away, or name a file.',
      })
    : new UserError(`Cannot ${action} ${file}: it is a device, pipe or socket.`, {
        hint: 'Name an ordinary file.',
      });
}

async function keepOwner(
  handle: FileHandle,
  existing: { readonly uid: number; readonly gid: number },
): Promise<void> {
  const own = await handle.stat();
  if (own.uid === existing.uid && own.gid === existing.gid) return;
  // Only a privileged process may give files away; for others the new owner is the best that can be had.
  await handle.chown(existing.uid, existing.gid).catch(() => undefined);
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+').catch(() => open(file, 'r'));
  try {
    await handle.sync().catch(unsupported);
  } finally {
    await handle.close();
  }
}

/** A rename is only safe from a power cut once its folder is on the disk; not every system can do that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  try {
    await handle?.sync().catch(unsupported);
  } finally {
    await handle?.close();
  }
}

function absent(thrown: unknown): undefined {
  if (['ENOENT', 'ENOTDIR'].includes(errorCode(thrown) ?? '')) return undefined;
  throw thrown;
}

function unsupported(thrown: unknown): void {
  if (!['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EBADF'].includes(errorCode(thrown) ?? ''))
    throw thrown;
}
