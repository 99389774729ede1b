import { distance } from 'fastest-levenshtein';

/** The candidate most likely meant by a mistyped word, if any is close enough to offer. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  // As many changes as the word has letters would turn it into anything.
  let bestDistance = Math.min(Math.max(2, Math.floor(word.length / 3)) + 1, word.length);
  for (const candidate of candidates) {
    const d = distance(word.toLowerCase(), candidate.toLowerCase());
    if (d < bestDistance) [best, bestDistance] = [candidate, d];
  }
  return best;
}

/** ` Did you mean "x"?`, or nothing: ready to append to a message. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const match = closest(word, candidates);
  return match === undefined ? '' : ` Did you mean "${match}"?`;
}
