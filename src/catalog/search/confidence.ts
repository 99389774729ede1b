import type { Evidence } from './fuse.ts';

/**
 * How likely the first tool is right: by a logistic regression that tells queries of eight sets, each measured
 * against its own tools, from requests that no tool answers, scaled to how often the first tool was right.
 * docs/catalog.md says how well it holds.
 */
const withVectors = { closeness: 8.92, share: 1.64, known: 3.15, offset: -8.34 };
/** Even where everything speaks for it, the first of several similar tools is right three times in four. */
const mostConfidence = 0.76;
const withWords = { share: 6.117, offset: -1.867 };

const least = {
  vectors: { ofOne: 0.015, growth: 0.23 },
  words: { ofOne: 0.15, growth: 0.03 },
};
/** Below it the answer is wrong more often than right, and says that it may be. */
export const sureConfidence = { vectors: 0.3, words: 0.4 };

export function confidenceOf({ cosines, level, lexical }: Evidence, place: number): number {
  const share = lexical.reachable === 0 ? 0 : (lexical.scores[place] ?? 0) / lexical.reachable;
  const cosine = cosines?.[place];
  if (cosine === undefined || Number.isNaN(cosine)) {
    if (share === 0) return 0;
    // Words that no tool has speak against those that some have.
    return logistic(withWords.share * share * lexical.known + withWords.offset);
  }
  const fits = logistic(
    withVectors.closeness * (cosine / level) +
      withVectors.share * share +
      withVectors.known * lexical.known +
      withVectors.offset,
  );
  return mostConfidence * fits;
}

/**
 * Below it nothing fits: nearly every query that has a tool lies above. The best of many tools looks good by chance,
 * so more is asked of it: with vectors, a sixth more for each doubling of the choice.
 */
export function leastConfidence(kind: keyof typeof least, choice: number): number {
  const { ofOne, growth } = least[kind];
  return ofOne * Math.max(1, choice) ** growth;
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
