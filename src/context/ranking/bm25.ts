/** A term of a question. */
export interface QueryTerm {
  /** How often the question has it. */
  readonly count: number;
  readonly rarity: number;
  /** Its part in the coverage. */
  readonly weight: number;
}

const saturation = 0.9;
const lengthEffect = 0.4;

/** Inverse document frequency, never negative. */
export function rarity(having: number, documents: number): number {
  return Math.log(1 + (Math.max(0, documents - having) + 0.5) / (having + 0.5));
}

/** In a store of three a word that is there is not common: it is judged as if more texts were there without it. */
const imagined = 9;

export function coverageWeight(having: number, documents: number): number {
  return rarity(having, documents + imagined);
}

/** `relativeLength` is the document's length over the average; `counts` follow the order of the terms. */
export function bm25Score(
  terms: readonly QueryTerm[],
  counts: readonly number[],
  relativeLength: number,
): number {
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
