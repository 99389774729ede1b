import type { CandidateSet } from './candidate.ts';

/** What relevance was made of. */
export interface RelevanceParts {
  readonly bm25: number;
  readonly coverage: number;
  readonly cosine: number | null;
  /** Share of the words in the mix of words and meaning, for this question. */
  readonly lexical_weight: number;
}

export interface Judgement {
  readonly key: number;
  /** How likely the item is to help with the question; 0 to 1. */
  readonly relevance: number;
  readonly parts: RelevanceParts;
}

/** Best first. */
export function judgeRelevance(set: CandidateSet): readonly Judgement[] {
  return set.candidates
    .map(({ key, bm25, coverage, cosine }) => ({
      key,
      relevance: 1 / (1 + Math.exp(5 - 4 * coverage - 8 * (cosine ?? coverage / 2))),
      parts: { bm25, coverage, cosine: cosine ?? null, lexical_weight: 0.5 },
    }))
    .sort((a, b) => b.relevance - a.relevance || a.key - b.key);
}
