import type { Evidence } from './fuse.ts';

/**
 * How likely the tool is right, by a logistic regression over queries of five public sets against their own
 * tools (two thirds) and those of the other sets (one third). docs/catalog.md says how well it holds.
 */
const withVectors = { closeness: 3.58, share: 4.495, offset: -4.412 };
const withWords = { share: 6.117, offset: -1.867 };

/** Below it nothing fits: nearly every query that has a tool lies above. */
export const leastConfidence = { vectors: 0.09, words: 0.165 };
/** Below it the answer may be right, and says that it may not be. */
export const sureConfidence = { vectors: 0.2, words: 0.4 };

export function confidenceOf({ cosines, level, lexical }: Evidence, place: number): number {
  const share = lexical.reachable === 0 ? 0 : (lexical.scores[place] ?? 0) / lexical.reachable;
  const cosine = cosines?.[place];
  if (cosine === undefined || Number.isNaN(cosine)) {
    if (share === 0) return 0;
    // Words that no tool has speak against those that some have.
    return logistic(withWords.share * share * lexical.known + withWords.offset);
  }
  const closeness = cosine / level;
  return logistic(
    withVectors.closeness * closeness + withVectors.share * share + withVectors.offset,
  );
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
