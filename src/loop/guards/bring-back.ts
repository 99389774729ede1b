import { constants, copyFileSync } from 'node:fs';
import { contentIdOf, contentIdOfFile } from './content-id.ts';
import { type ContentStore, storedFile } from './content-store.ts';
import { GitFailure, type GitPlace, runGit } from './git.ts';
import type { RawPath } from './raw-path.ts';

/** A file whose content is wanted back. */
export interface Wanted {
  readonly path: RawPath;
  readonly id: string;
  readonly size: number;
}

export type Delivered = { readonly bytes: Buffer } | { readonly storedAt: string };

const batchBytes = 64 * 1024 * 1024;

/**
 * The contents of files, from the copies or from git, batch by batch so that no more than one is in memory. What is
 * nowhere is not delivered. Every delivery is checked against its id: an agent can reach the copies.
 */
export async function* bringBack(
  store: ContentStore,
  wanted: readonly Wanted[],
  placeOf: (path: RawPath) => GitPlace | undefined,
): AsyncGenerator<[Wanted, Delivered]> {
  const fromGit = new Map<GitPlace, Wanted[]>();
  for (const one of wanted) {
    const place = placeOf(one.path);
    if (one.size === 0) yield [one, { bytes: Buffer.alloc(0) }];
    else if (isStored(store, one.id)) yield [one, { storedAt: storedFile(store, one.id) }];
    else if (place) fromGit.set(place, [...(fromGit.get(place) ?? []), one]);
  }
  for (const [place, all] of fromGit) {
    for (const batch of inBatches(all)) {
      const blobs = await readBlobs(
        place,
        batch.map(({ id }) => id),
      );
      for (const one of batch) {
        const bytes = blobs.get(one.id);
        if (bytes && contentIdOf(bytes, store.algorithm) === one.id) yield [one, { bytes }];
      }
    }
  }
}

/** Copies without sharing: the copy belongs to the user, who may write to it. */
export function placeCopy(storedAt: string, target: Buffer): void {
  copyFileSync(storedAt, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
}

function isStored(store: ContentStore, id: string): boolean {
  if (!store.ids.has(id)) return false;
  try {
    return contentIdOfFile(storedFile(store, id), store.algorithm) === id;
  } catch {
    return false;
  }
}

function* inBatches(wanted: readonly Wanted[]): Generator<Wanted[]> {
  let batch: Wanted[] = [];
  let size = 0;
  for (const one of wanted) {
    batch.push(one);
    size += one.size;
    if (size < batchBytes) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

async function readBlobs(place: GitPlace, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const blobs = new Map<string, Buffer>();
  let answer: Buffer;
  try {
    answer = await runGit(['cat-file', '--batch'], {
      place,
      input: Buffer.from(ids.map((id) => `${id}\n`).join('')),
    });
  } catch (thrown) {
    if (thrown instanceof GitFailure) return blobs;
    throw thrown;
  }
  for (let at = 0; at < answer.length; ) {
    const end = answer.indexOf(0x0a, at);
    const [id, type, size] = answer.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (id === undefined || type !== 'blob' || size === undefined) continue;
    blobs.set(id, answer.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}
