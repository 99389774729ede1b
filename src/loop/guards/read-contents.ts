import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorCode } from '../../base/file-errors.ts';
import { type Entry, stillReads, type Tree } from './entry.ts';
import { onDisk, type RawPath } from './raw-path.ts';

export interface Reading {
  readonly base: RawPath;
  readonly entries: Map<RawPath, Entry>;
  /** What an earlier look found. */
  readonly earlier: Tree;
  /** Whether an id found earlier still suffices, so that the file need not be read again. */
  readonly suffices: (id: string) => boolean;
  /** The id of a file's content, or null when it shall only be known by its stat. */
  readonly read: (path: RawPath, file: Buffer, entry: Entry) => string | null;
}

const breathMs = 25;

/** Fills in the contents of files, reading only those that may have changed. Returns those that cannot be read. */
export async function readContents(reading: Reading): Promise<RawPath[]> {
  const unreadable: RawPath[] = [];
  let breath = performance.now();
  for (const [path, entry] of reading.entries) {
    if (entry.kind !== 'file') continue;
    const then = reading.earlier.get(path);
    if (then?.content && stillReads(then, entry) && reading.suffices(then.content)) {
      reading.entries.set(path, { ...entry, content: then.content, readAt: then.readAt });
      continue;
    }
    const readAt = Date.now();
    try {
      const content = reading.read(path, onDisk(reading.base, path), entry);
      if (content !== null) reading.entries.set(path, { ...entry, content, readAt });
    } catch (thrown) {
      if (!['EACCES', 'EPERM', 'ENOENT', 'ELOOP', 'ENXIO', 'EIO'].includes(errorCode(thrown) ?? ''))
        throw thrown;
      unreadable.push(path);
    }
    if (performance.now() - breath > breathMs) {
      await nextTurn();
      breath = performance.now();
    }
  }
  return unreadable;
}
