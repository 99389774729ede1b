import type { Evidence } from './fuse.ts';

/**
 * How likely the tool is right, by a logistic regression over queries of five public sets against their own
 * tools (two thirds) and those of the other sets (one third). docs/catalog.md says how well it holds.
 */
const withVectors = { cosine: 5.694, share: 2.746, offset: -4.331 };
const withWords = { share: 5.459, known: 1.814, offset: -3.655 };

/** Below it nothing fits: nearly every query that has a tool lies above. */
export const leastConfidence = { vectors: 0.055, words: 0.1 };
/** Below it the answer may be right, and says that it may not be. */
export const sureConfidence = 0.2;

export function confidenceOf({ cosines, lexical }: Evidence, place: number): number {
  const share = lexical.reachable === 0 ? 0 : (lexical.scores[place] ?? 0) / lexical.reachable;
  const cosine = cosines?.[place];
  if (cosine === undefined || Number.isNaN(cosine)) {
    if (share === 0) return 0;
    return logistic(withWords.share * share + withWords.known * lexical.known + withWords.offset);
  }
  return logistic(withVectors.cosine * cosine + withVectors.share * share + withVectors.offset);
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
