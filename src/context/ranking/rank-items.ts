import { duplicateDetector } from './duplicates.ts';
import {
  additiveScore,
  type FactorInput,
  type Factors,
  factorsOf,
  multiplicativeScore,
  type Weights,
} from './factors.ts';
import type { Judgement, RelevanceParts } from './relevance.ts';

/** An item as ranking needs it: its relevance, and what is known about it otherwise. */
export interface RankInput extends Judgement, FactorInput {
  /** As it would be shown. */
  readonly text: string;
  /** What showing it costs. */
  readonly tokens: number;
}

export interface RankOptions {
  readonly scoring: Weights & { readonly mode: 'multiplicative' | 'additive' };
  /** Types that were asked for; all are equally welcome unless given. */
  readonly requestedKinds?: readonly string[];
  readonly minRelevance: number;
  readonly maxItems: number;
  readonly maxTokens: number;
  /** Leaves out what says the same as a better item; yes unless given. */
  readonly deduplicate?: boolean;
}

export interface RankedItem {
  readonly key: number;
  readonly score: number;
  readonly relevance: number;
  /** Why the score is what it is. */
  readonly factors: Factors & RelevanceParts;
}

export interface RankedResult {
  readonly items: readonly RankedItem[];
  /** Where the others went. */
  readonly dropped: {
    readonly below_threshold: number;
    readonly duplicates: number;
    readonly over_budget: number;
    readonly over_limit: number;
  };
}

interface Scored extends RankedItem {
  readonly input: RankInput;
  readonly passes: boolean;
}

export function rankItems(inputs: readonly RankInput[], options: RankOptions): RankedResult {
  const scored = inputs
    .map((input) => scoreItem(input, options))
    .sort((a, b) => b.score - a.score || a.key - b.key);
  const isDuplicate = options.deduplicate === false ? () => false : duplicateDetector();
  const dropped = { below_threshold: 0, duplicates: 0, over_budget: 0, over_limit: 0 };
  const items: RankedItem[] = [];
  let tokens = 0;
  for (const { input, passes, ...item } of scored) {
    if (!passes) dropped.below_threshold++;
    else if (items.length >= options.maxItems) dropped.over_limit++;
    else if (isDuplicate(input.text)) dropped.duplicates++;
    else if (tokens + input.tokens > options.maxTokens) dropped.over_budget++;
    else {
      tokens += input.tokens;
      items.push(item);
    }
  }
  return { items, dropped };
}

/** The threshold is on relevance, so that no other factor lifts the irrelevant over it; additive knows only its sum. */
function scoreItem(input: RankInput, options: RankOptions): Scored {
  const { scoring, minRelevance, requestedKinds } = options;
  const factors = factorsOf(input, requestedKinds);
  const { key, relevance, parts } = input;
  const isAdditive = scoring.mode === 'additive';
  const score = isAdditive
    ? additiveScore(Math.max(0, parts.cosine ?? parts.coverage), factors, scoring)
    : multiplicativeScore(relevance, factors, scoring);
  const passes = (isAdditive ? score : relevance) >= minRelevance;
  return { key, score, relevance, factors: { ...factors, ...parts }, input, passes };
}
