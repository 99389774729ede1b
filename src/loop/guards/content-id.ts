import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

export type Algorithm = 'sha1' | 'sha256';

const chunkSize = 1024 * 1024;

/**
 * The name that git gives to these bytes as they are. A file whose id stands in the index needs no copy: git has
 * exactly its bytes, whatever line-end and filter settings apply to it.
 */
export function contentIdOf(
  bytes: Uint8Array,
  algorithm: Algorithm,
  type: 'blob' | 'tree' = 'blob',
): string {
  return createHash(algorithm).update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
}

/** The same for a file of any size, without holding it in memory. */
export function contentIdOfFile(file: Buffer | string, algorithm: Algorithm): string {
  const handle = openSync(file, readFlags);
  try {
    const { size } = fstatSync(handle);
    const hash = createHash(algorithm).update(`blob ${size}\0`);
    const chunk = Buffer.allocUnsafe(Math.min(chunkSize, Math.max(size, 1)));
    for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk)) {
      hash.update(chunk.subarray(0, read));
    }
    return hash.digest('hex');
  } finally {
    closeSync(handle);
  }
}

// A pipe put in the place of a file must not hold us up, and a link must not lead elsewhere.
export const readFlags =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
