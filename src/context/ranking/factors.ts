/** What bears on an item besides its relevance; each from 0 to 1, and a half says nothing either way. */
export interface Factors {
  readonly recency: number;
  readonly usefulness: number;
  readonly type_match: number;
  readonly trust: number;
}

export interface FactorInput {
  readonly kind: string;
  /** Iterations since it was stored. */
  readonly age: number;
  readonly usefulness: number;
  /** 1 for what Ralph or its user wrote, less for what came from outside. */
  readonly trust: number;
}

const decay = 0.1;
/** What was learned stays true longer than what happened. */
const skillDecay = 0.05;
const otherType = 0.5;

export function factorsOf(item: FactorInput, requestedKinds?: readonly string[]): Factors {
  const rate = item.kind === 'skill' ? skillDecay : decay;
  return {
    recency: Math.exp(-rate * Math.max(0, item.age)),
    usefulness: item.usefulness,
    type_match: !requestedKinds || requestedKinds.includes(item.kind) ? 1 : otherType,
    trust: item.trust,
  };
}

/** The weights of ralph.yaml's `scoring` block. */
export interface Weights {
  readonly semantic_weight: number;
  readonly recency_weight: number;
  readonly usefulness_weight: number;
  readonly type_match_weight: number;
}

/** Where relevance decides, recency only breaks near ties: on every measured set more of it made the order worse. */
const recencyEffect = 0.2;
/** Distrust takes away at most this share of a score. */
const trustEffect = 0.3;

const trusted = (factors: Factors) => 1 - trustEffect * (1 - factors.trust);

/** Relevance decides; the rest moves it a little up or down. */
export function multiplicativeScore(relevance: number, factors: Factors, weights: Weights): number {
  const adjustment =
    1 +
    recencyEffect * weights.recency_weight * (factors.recency - 0.5) +
    weights.usefulness_weight * (factors.usefulness - 0.5) +
    weights.type_match_weight * (factors.type_match - 0.5);
  return relevance * Math.max(0, adjustment) * trusted(factors);
}

/** The plain weighted sum, in which a recent item needs no relevance. */
export function additiveScore(similarity: number, factors: Factors, weights: Weights): number {
  return (
    (weights.semantic_weight * similarity +
      weights.recency_weight * factors.recency +
      weights.usefulness_weight * factors.usefulness +
      weights.type_match_weight * factors.type_match) *
    trusted(factors)
  );
}
