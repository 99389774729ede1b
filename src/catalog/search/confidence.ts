import type { Evidence } from './fuse.ts';

/**
 * How likely the tool is right, by a logistic regression over queries of five public sets against their own
 * tools (two thirds) and those of the other sets (one third). docs/catalog.md says how well it holds.
 */
const withVectors = { closeness: 3.58, share: 4.495, offset: -4.412 };
const withWords = { share: 5.459, known: 1.814, offset: -3.655 };

/** Below it nothing fits: nearly every query that has a tool lies above. */
export const leastConfidence = { vectors: 0.09, words: 0.1 };
/** Below it the answer may be right, and says that it may not be. */
export const sureConfidence = 0.2;

export function confidenceOf({ cosines, level, lexical }: Evidence, place: number): number {
  const share = lexical.reachable === 0 ? 0 : (lexical.scores[place] ?? 0) / lexical.reachable;
  const cosine = cosines?.[place];
  if (cosine === undefined || Number.isNaN(cosine)) {
    if (share === 0) return 0;
    return logistic(withWords.share * share + withWords.known * lexical.known + withWords.offset);
  }
  const closeness = cosine / level;
  return logistic(
    withVectors.closeness * closeness + withVectors.share * share + withVectors.offset,
  );
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
