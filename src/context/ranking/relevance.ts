import type { Candidate, CandidateSet } from './candidate.ts';
import { meaningWeight } from './meaning-weight.ts';
import { standardise } from './standardise.ts';

/** What relevance was made of. */
export interface RelevanceParts {
  readonly bm25: number;
  readonly coverage: number;
  readonly cosine: number | null;
  /** Share of the words in the mix of words and meaning, for this question. */
  readonly lexical_weight: number;
  /** How likely it is that the store has an answer to the question at all. */
  readonly confidence: number;
  /** How likely the item is to help by what speaks for it alone, and not for all that is in the store. */
  readonly fit: number;
}

export interface Judgement {
  readonly key: number;
  /** How likely the item is to help with the question; 0 to 1. */
  readonly relevance: number;
  readonly parts: RelevanceParts;
}

/** A standard deviation behind the best takes this much off the logarithm of relevance. */
const steepness = 0.5;
/** Among fewer than these, what has nothing to do with the question is hardly two standard deviations behind. */
const fewestToStandOut = 8;

/**
 * Every candidate with its relevance, best first. Candidates are ordered by words and meaning, each standardised
 * over the candidates; that says who is best, and not whether the best is any good. This the cosine and the
 * coverage of the best say, which mean the same for every question.
 */
export function judgeRelevance(
  set: CandidateSet,
  common = commonCosine(set),
): readonly Judgement[] {
  const { candidates, terms } = set;
  const { scores, lexicalWeight } = mixed(candidates, terms);
  const bestPlace = scores.reduce((best, score, place) => {
    return score > (scores[best] ?? Number.NEGATIVE_INFINITY) ? place : best;
  }, 0);
  const best = candidates[bestPlace];
  const confidence = best ? confidenceIn(best, terms) : 0;
  const bestScore = scores[bestPlace] ?? 0;
  return candidates
    .map((candidate, place): Judgement => {
      const { key, bm25, coverage, cosine } = candidate;
      const behind = bestScore - (scores[place] ?? 0);
      const relevance = confidence * Math.exp(-steepness * behind);
      const most = candidates.length < fewestToStandOut ? confidenceIn(candidate, terms) : 1;
      return {
        key,
        relevance: Math.min(relevance, most),
        parts: {
          bm25,
          coverage,
          cosine: cosine ?? null,
          lexical_weight: lexicalWeight,
          confidence,
          fit: confidenceIn(candidate, terms, sharedBy(common)),
        },
      };
    })
    .sort((a, b) => b.relevance - a.relevance || a.key - b.key);
}

/** An item whose vector is still to come is judged by its words on both sides. */
function mixed(
  candidates: readonly Candidate[],
  terms: number,
): { readonly scores: readonly number[]; readonly lexicalWeight: number } {
  const words = standardise(candidates.map(({ bm25 }) => bm25));
  const withVector = candidates.filter(({ cosine }) => cosine !== undefined);
  if (withVector.length === 0) return { scores: words, lexicalWeight: 1 };
  const near = nearness(withVector);
  const meaningOf = new Map(withVector.map(({ key }, place) => [key, near[place] ?? 0]));
  const meanings = candidates.map(({ key }, place) => meaningOf.get(key) ?? words[place] ?? 0);
  const weight = meaningWeight(words, meanings, terms);
  return {
    scores: words.map((score, place) => (1 - weight) * score + weight * (meanings[place] ?? 0)),
    lexicalWeight: 1 - weight,
  };
}

/** A text with more terms than this is embedded in several parts, up to so many. */
const termsPerPart = 120;
const mostParts = 64;
/** Standard deviations of the candidates' cosines by which parts of one text differ. */
const chance = 0.4;

/** The nearest of many parts is nearer than the only one by chance alone, which is not to a long text's credit. */
function nearness(withVector: readonly Candidate[]): readonly number[] {
  const cosines = standardise(withVector.map(({ cosine }) => cosine ?? 0));
  return standardise(
    withVector.map(({ length }, place) => {
      const parts = Math.min(mostParts, Math.max(1, length / termsPerPart));
      return (cosines[place] ?? 0) - chance * Math.sqrt(2 * Math.log(parts));
    }),
  );
}

/**
 * Fitted to questions that the documents of ten sets answer and to questions of other sets, which they do not:
 * at 0.3, where most questions of the first kind still pass, few of the second do.
 */
function confidenceIn({ cosine, coverage }: Candidate, terms: number, shared = 0): number {
  const evidence =
    cosine === undefined
      ? 8 * (coverage - neededCoverage(terms)) - 0.85
      : 9 * (cosine - shared) + 7 * coverage - 5.1;
  return 1 / (1 + Math.exp(-evidence));
}

/**
 * Where there are words alone, one of a handful may be there by chance, and a text that has two of them hardly is.
 * Of a long question nothing has more than a part.
 */
function neededCoverage(terms: number): number {
  return Math.min(0.34, Math.max(0.13, 1.7 / Math.max(1, terms)));
}

/** Texts about different things are about so near to a question. */
const usualCosine = 0.2;
/** So many of those are taken to be there besides, so that what is told of one event does not make a habit. */
const supposed = 4;
/** Where all is about one thing, a question about it still finds what fits it well. */
const mostShared = 0.2;

/**
 * How near the question is to what the store holds in general, by the median. Texts of one project, or of one test
 * runner, have a way of speaking in common: a question in it is near to all of them, which says that it is about the
 * project, and speaks for none of them.
 */
export function commonCosine({ candidates, others }: CandidateSet): number {
  const groups = candidates
    .flatMap(({ cosine }) => (cosine === undefined ? [] : [{ count: 1, cosine }]))
    .concat(others, { count: supposed, cosine: usualCosine })
    .sort((a, b) => a.cosine - b.cosine);
  let left = groups.reduce((sum, { count }) => sum + count, 0) / 2;
  for (const { count, cosine } of groups) {
    left -= count;
    if (left <= 0) return cosine;
  }
  return usualCosine;
}

function sharedBy(common: number): number {
  return Math.min(mostShared, Math.max(0, common - usualCosine));
}
