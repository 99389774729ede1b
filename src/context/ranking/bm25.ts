/** A term of a question. */
export interface QueryTerm {
  /** How often the question has it. */
  readonly count: number;
  readonly rarity: number;
  /** Its part in the coverage. */
  readonly weight: number;
}

export interface Bm25Settings {
  /** How soon more of the same word counts no more. */
  readonly saturation: number;
  /** From 0, where length does not matter, to 1, where a word of a text twice as long is worth half. */
  readonly lengthEffect: number;
  /** Words that every text has besides its own. */
  readonly imaginedLength: number;
}

/** As it is usually set where plain text is ranked; what others are measured against. */
export const plainBm25: Bm25Settings = { saturation: 0.9, lengthEffect: 0.4, imaginedLength: 0 };

/**
 * Long logs and diffs have every word somewhere, so that length counts in full. Among short texts, whether one has
 * ten words or twenty is chance: against the imagined ones it hardly matters.
 */
export const rankingBm25: Bm25Settings = { saturation: 1.2, lengthEffect: 1, imaginedLength: 20 };

/** Inverse document frequency, never negative. */
export function rarity(having: number, documents: number): number {
  return Math.log(1 + (Math.max(0, documents - having) + 0.5) / (having + 0.5));
}

/** In a store of three a word that is there is not common: it is judged as if more texts were there without it. */
const imagined = 9;

export function coverageWeight(having: number, documents: number): number {
  return rarity(having, documents + imagined);
}

/** `counts` follow the order of the terms; the lengths are the document's and the average, in terms. */
export function bm25Score(
  terms: readonly QueryTerm[],
  counts: readonly number[],
  length: number,
  averageLength: number,
  { saturation, lengthEffect, imaginedLength }: Bm25Settings,
): number {
  const relativeLength = (length + imaginedLength) / (averageLength + imaginedLength || 1);
  const dampening = saturation * (1 - lengthEffect + lengthEffect * relativeLength);
  return terms.reduce((score, term, place) => {
    const count = counts[place] ?? 0;
    return score + (term.count * term.rarity * count * (saturation + 1)) / (count + dampening || 1);
  }, 0);
}

/** The part of the question that a document accounts for. */
export function coverageOf(terms: readonly QueryTerm[], counts: readonly number[]): number {
  let all = 0;
  let found = 0;
  terms.forEach((term, place) => {
    all += term.count * term.weight;
    if ((counts[place] ?? 0) > 0) found += term.count * term.weight;
  });
  return all === 0 ? 0 : found / all;
}
