import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../base/file-errors.ts';
import { type Algorithm, contentIdOf, contentIdOfFile, readFlags } from './content-id.ts';

/** Copies of what could be lost, one file for each content, named by its id. */
export interface ContentStore {
  readonly folder: string;
  readonly algorithm: Algorithm;
  /** What the folder held when it was opened, and what was put since. */
  readonly ids: Set<string>;
}

const mostInMemory = 16 * 1024 * 1024;

export function openContentStore(scratch: string, algorithm: Algorithm): ContentStore {
  const folder = path.join(scratch, 'contents');
  const ids = new Set<string>();
  for (const head of listFolder(folder)) {
    if (head.length !== 2) continue;
    for (const tail of listFolder(path.join(folder, head))) ids.add(head + tail);
  }
  return { folder, algorithm, ids };
}

export function storedFile(store: ContentStore, id: string): string {
  return path.join(store.folder, id.slice(0, 2), id.slice(2));
}

/**
 * Reads a file once, so that the id and the copy are of the same bytes even while somebody writes to it.
 * `elsewhere` says whether an id is safe without a copy.
 */
export function keepContent(
  store: ContentStore,
  file: Buffer,
  size: number,
  elsewhere: (id: string) => boolean,
): string {
  if (size > mostInMemory) return keepLarge(store, file, elsewhere);
  const bytes = readWithoutFollowing(file);
  const id = contentIdOf(bytes, store.algorithm);
  if (!elsewhere(id)) putBytes(store, id, bytes);
  return id;
}

function keepLarge(store: ContentStore, file: Buffer, elsewhere: (id: string) => boolean): string {
  const seen = contentIdOfFile(file, store.algorithm);
  if (elsewhere(seen) || store.ids.has(seen)) return seen;
  const temporary = newTemporary(store);
  copyFileSync(file, temporary, constants.COPYFILE_FICLONE);
  const id = contentIdOfFile(temporary, store.algorithm);
  settle(store, temporary, id);
  return id;
}

function putBytes(store: ContentStore, id: string, bytes: Uint8Array): void {
  if (store.ids.has(id)) return;
  const temporary = newTemporary(store);
  writeFileSync(temporary, bytes, { mode: 0o600 });
  settle(store, temporary, id);
}

function settle(store: ContentStore, temporary: string, id: string): void {
  const target = storedFile(store, id);
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
  renameSync(temporary, target);
  store.ids.add(id);
}

function newTemporary(store: ContentStore): string {
  mkdirSync(store.folder, { recursive: true, mode: 0o700 });
  return path.join(store.folder, `${randomBytes(8).toString('hex')}.tmp`);
}

/** Forgets what none of the ids given needs. */
export function sweepContents(store: ContentStore, needed: ReadonlySet<string>): void {
  for (const id of store.ids) {
    if (needed.has(id)) continue;
    rmSync(storedFile(store, id), { force: true });
    store.ids.delete(id);
  }
  for (const name of listFolder(store.folder)) {
    if (name.endsWith('.tmp')) rmSync(path.join(store.folder, name), { force: true });
  }
}

export function readWithoutFollowing(file: Buffer): Buffer {
  const handle = openSync(file, readFlags);
  try {
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

export function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (thrown) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(thrown) ?? '')) return [];
    throw thrown;
  }
}
