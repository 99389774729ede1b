/** How often each term occurs in a text, packed: sorted hashes of the terms, then their counts. */
export type TermCounts = Uint8Array;

const bytesPerTerm = 5;
const mostCounted = 255;

/** FNV-1a. Two terms that share a hash are counted as one, which ranking can bear. */
export function termHash(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) {
    hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

export function packTermCounts(terms: readonly string[]): TermCounts {
  const counts = new Map<number, number>();
  for (const term of terms) {
    const hash = termHash(term);
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  const packed = new Uint8Array(counts.size * bytesPerTerm);
  const view = new DataView(packed.buffer);
  let place = 0;
  for (const [hash, count] of [...counts].sort(([a], [b]) => a - b)) {
    view.setUint32(place * 4, hash);
    packed[counts.size * 4 + place] = Math.min(count, mostCounted);
    place++;
  }
  return packed;
}

/** Reads counts by the hash of the term. */
export function termCountReader(packed: TermCounts): (hash: number) => number {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const size = packed.byteLength / bytesPerTerm;
  return (hash) => {
    let low = 0;
    let high = size - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = view.getUint32(middle * 4);
      if (found === hash) return packed[size * 4 + middle] ?? 0;
      if (found < hash) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  };
}
