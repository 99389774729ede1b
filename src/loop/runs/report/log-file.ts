import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { errorMessage, UserError } from '../../../base/errors.ts';
import { fileError } from '../../../base/file-errors.ts';
import type { Logger } from '../../../base/logger.ts';
import { isInside } from '../../../base/paths.ts';

/** A file that only grows. Once it is open, no trouble with it stops the run: it is told once. */
export interface LogFile {
  append(text: string): void;
  sync(): void;
  close(): void;
}

const newFile = 0o600;
// A link in the place of the file could lead anywhere.
const noLink = constants.O_NOFOLLOW ?? 0;

export function openLogFile(root: string, logPath: string, logger?: Logger): LogFile {
  const name = path.join(root, logPath);
  let handle = openOrRefuse(root, name);
  let open = true;
  let told = false;
  const tell = (thrown: unknown) => {
    if (!told) logger?.warn(`The log ${logPath} is incomplete: ${errorMessage(thrown)}`);
    told = true;
  };
  const attempt = (act: () => void) => {
    if (!open) return;
    try {
      act();
    } catch (thrown) {
      tell(thrown);
    }
  };
  return {
    append: (text) =>
      attempt(() => {
        if (!isSameFile(name, handle)) handle = bringBack(root, name, handle);
        writeWhole(handle, text);
      }),
    sync: () => attempt(() => fsyncSync(handle)),
    close() {
      attempt(() => fsyncSync(handle));
      attempt(() => closeSync(handle));
      open = false;
    },
  };
}

/** A whole file in the place of the old one, with the same leniency. */
export function replaceLogFile(root: string, logPath: string, text: string, logger?: Logger): void {
  const name = path.join(root, logPath);
  const temporary = `${name}.tmp`;
  try {
    rmSync(temporary, { force: true });
    const handle = openAppending(root, temporary);
    try {
      writeWhole(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, name);
  } catch (thrown) {
    logger?.warn(`Cannot write ${logPath}: ${errorMessage(thrown)}`);
  }
}

function openOrRefuse(root: string, name: string): number {
  try {
    const handle = openAppending(root, name);
    // What a killed process was writing last must not run into the next line.
    if (endsMidLine(handle)) writeWhole(handle, '\n');
    return handle;
  } catch (thrown) {
    throw fileError(thrown, 'write the log', name);
  }
}

function openAppending(root: string, name: string): number {
  const folder = path.dirname(name);
  mkdirSync(folder, { recursive: true });
  if (!isInside(realpathSync(root), realpathSync(folder))) {
    throw new UserError(`The log folder ${folder} leads out of the project.`, {
      hint: 'Remove the link, so that Ralph can make a folder there.',
    });
  }
  const { O_RDWR, O_APPEND, O_CREAT } = constants;
  return openSync(name, O_RDWR | O_APPEND | O_CREAT | noLink, newFile);
}

/** An agent that cleans up may delete the log it is written into; what was written is still to be had. */
function bringBack(root: string, name: string, lost: number): number {
  const handle = openAppending(root, name);
  try {
    if (fstatSync(handle).size === 0) copyAll(lost, handle);
  } finally {
    closeSync(lost);
  }
  return handle;
}

function isSameFile(name: string, handle: number): boolean {
  const named = statSync(name, { throwIfNoEntry: false });
  const opened = fstatSync(handle);
  return named !== undefined && named.ino === opened.ino && named.dev === opened.dev;
}

function copyAll(from: number, to: number): void {
  const chunk = Buffer.alloc(64 * 1024);
  for (let at = 0; ; ) {
    const read = readSync(from, chunk, 0, chunk.length, at);
    if (read === 0) return;
    writeWhole(to, chunk.subarray(0, read));
    at += read;
  }
}

function endsMidLine(handle: number): boolean {
  const { size } = fstatSync(handle);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(handle, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}

function writeWhole(handle: number, text: string | Uint8Array): void {
  let rest: Uint8Array = typeof text === 'string' ? Buffer.from(text) : text;
  while (rest.length > 0) rest = rest.subarray(writeSync(handle, rest));
}
