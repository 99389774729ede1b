import { describe, expect, it } from 'vitest';
import { bm25Score, plainBm25, rankingBm25 } from './bm25.ts';
import type { Candidate, CandidateSet } from './candidate.ts';
import { duplicateDetector } from './duplicates.ts';
import { meaningWeight } from './meaning-weight.ts';
import { type RankInput, type RankOptions, rankItems } from './rank-items.ts';
import { judgeRelevance } from './relevance.ts';

const set = (candidates: readonly Candidate[], terms = 4): CandidateSet => ({
  candidates,
  others: { count: 0, cosine: 0 },
  terms,
  knownTerms: terms,
  rarity: 10,
});
const candidate = (
  key: number,
  bm25: number,
  coverage: number,
  cosine?: number,
  length = 50,
): Candidate => ({ key, bm25, coverage, cosine, length });

describe('relevance', () => {
  it('puts first what both words and meaning favour', () => {
    const judged = judgeRelevance(
      set([candidate(1, 2, 0.3, 0.2), candidate(2, 8, 0.9, 0.7), candidate(3, 0, 0, 0.3)]),
    );
    expect(judged.map(({ key }) => key)[0]).toBe(2);
    expect(judged[0]?.relevance).toBeGreaterThan(0.9);
  });

  it('does not credit a long text with the nearest of its many parts', () => {
    const others = [0.1, 0.15, 0.2, 0.12, 0.18, 0.05].map((cosine, n) =>
      candidate(10 + n, 0, 0, cosine),
    );
    const firstOf = (long: number, short: number) =>
      judgeRelevance(
        set([candidate(1, 3, 0.5, long, 1_200), candidate(2, 3, 0.5, short, 80), ...others]),
      )[0]?.key;
    expect(firstOf(0.52, 0.5)).toBe(2);
    expect(firstOf(0.52, 0.3)).toBe(1);
  });

  it('is low for the best of a bad lot', () => {
    const [best] = judgeRelevance(set([candidate(1, 0.4, 0.05, 0.1), candidate(2, 0, 0, 0.05)]));
    expect(best?.relevance).toBeLessThan(0.1);
  });

  it('goes by words alone where there are no vectors', () => {
    const judged = judgeRelevance(set([candidate(1, 1, 0.2), candidate(2, 6, 0.9)]));
    expect(judged[0]).toMatchObject({ key: 2, parts: { cosine: null, lexical_weight: 1 } });
    expect(judged[0]?.relevance).toBeGreaterThan(0.9);
  });

  it('asks words that stand alone for more of a short question than of a long one', () => {
    const found = [candidate(1, 3, 0.22), candidate(2, 1, 0.05)];
    expect(judgeRelevance({ ...set(found), terms: 5 })[0]?.relevance).toBeLessThan(0.3);
    expect(judgeRelevance({ ...set(found), terms: 60 })[0]?.relevance).toBeGreaterThan(0.3);
  });

  it('does not hold it against an item that its vector is still to come', () => {
    const judged = judgeRelevance(
      set([candidate(1, 9, 1), candidate(2, 1, 0.1, 0.3), candidate(3, 0, 0, 0.2)]),
    );
    expect(judged[0]?.key).toBe(1);
  });

  it('is no higher among a handful than what an item has itself', () => {
    const unrelated = candidate(2, 0, 0, 0.1);
    const [first, second] = judgeRelevance(set([candidate(1, 8, 0.9, 0.7), unrelated]));
    expect(first?.relevance).toBeGreaterThan(0.9);
    expect(second?.relevance).toBeLessThan(0.1);
    const words = judgeRelevance(set([candidate(1, 8, 0.9), candidate(2, 1, 0.1)]));
    expect(words[1]?.relevance).toBeLessThan(0.3);
  });

  describe('fit', () => {
    const fits = (cosines: readonly number[], others = { count: 0, cosine: 0 }) =>
      judgeRelevance({
        ...set(cosines.map((cosine, place) => candidate(place, 1, 0.15, cosine))),
        others,
      }).map(({ parts }) => parts.fit);
    const strangers = [0.1, 0.15, 0.2, 0.12, 0.18, 0.05, 0.1, 0.15, 0.12];
    const alike = [0.46, 0.47, 0.45, 0.44, 0.46, 0.48, 0.47, 0.45, 0.46];

    it('is what stands out, not what the question has in common with everything', () => {
      const [standsOut] = fits([0.5, ...strangers]);
      const [oneOfMany] = fits([0.5, ...alike]);
      expect(standsOut).toBeGreaterThan(0.5);
      expect(oneOfMany).toBeLessThan(0.3);
    });

    it('of what fits well stays high where all is about the same', () => {
      expect(fits([0.8, ...alike])[0]).toBeGreaterThan(0.7);
    });

    it('does not take what is told of one event for a habit', () => {
      expect(fits([0.5, 0.5, 0.49])[0]).toBeGreaterThan(0.5);
    });

    it('goes by the whole store, not by the nearest of many', () => {
      expect(fits([0.5, ...alike], { count: 5_000, cosine: 0.1 })[0]).toBeGreaterThan(0.5);
      expect(fits([0.5, ...strangers], { count: 5_000, cosine: 0.4 })[0]).toBeLessThan(0.3);
    });
  });

  it('stays between 0 and 1 and says nothing of nothing', () => {
    expect(judgeRelevance(set([]))).toEqual([]);
    for (const { relevance } of judgeRelevance(
      set([candidate(1, 0, 0, -0.4), candidate(2, 99, 1, 1)]),
    )) {
      expect(relevance).toBeGreaterThanOrEqual(0);
      expect(relevance).toBeLessThanOrEqual(1);
    }
  });
});

describe('BM25', () => {
  const terms = [{ count: 1, rarity: 2, weight: 2 }];
  const scored = (length: number, average: number, settings = rankingBm25) =>
    bm25Score(terms, [1], length, average, settings);

  it('is the usual formula where it is the yardstick', () => {
    const dampening = 0.9 * (1 - 0.4 + 0.4 * 2);
    expect(scored(200, 100, plainBm25)).toBeCloseTo((2 * 1.9) / (1 + dampening), 10);
  });

  it('holds length against long texts, and hardly a few words against short ones', () => {
    const loss = (average: number, settings = rankingBm25) =>
      1 - scored(2 * average, average, settings) / scored(average, average, settings);
    expect(loss(400)).toBeGreaterThan(1.5 * loss(400, plainBm25));
    expect(loss(10)).toBeLessThan(0.5 * loss(400));
  });

  it('bears a store without a word', () => {
    expect(scored(0, 0, plainBm25)).toBeGreaterThanOrEqual(0);
    expect(scored(0, 0)).toBeGreaterThanOrEqual(0);
  });
});

describe('the weight of meaning', () => {
  const flat = [1, 0.9, 0.8, 0.7, 0.6];
  const peaked = [4, 0.1, 0, -0.1, -0.2];

  it('falls with the length of the question', () => {
    expect(meaningWeight(flat, flat, 40)).toBeLessThan(meaningWeight(flat, flat, 3));
  });
  it('grows where meaning stands out and words do not', () => {
    expect(meaningWeight(flat, peaked, 8)).toBeGreaterThan(meaningWeight(peaked, flat, 8));
  });
  it('keeps both sides in the mix', () => {
    for (const terms of [0, 1, 10_000]) {
      const weight = meaningWeight(peaked, flat, terms);
      expect(weight).toBeGreaterThanOrEqual(0.2);
      expect(weight).toBeLessThanOrEqual(0.95);
    }
  });
});

const weights = {
  semantic_weight: 0.4,
  recency_weight: 0.25,
  usefulness_weight: 0.2,
  type_match_weight: 0.15,
};
const options: RankOptions = {
  scoring: { mode: 'multiplicative', ...weights },
  minRelevance: 0.3,
  maxItems: 10,
  maxTokens: 1_000,
};
function item(key: number, relevance: number, rest: Partial<RankInput> = {}): RankInput {
  const measured = { bm25: 1, coverage: 0.5, cosine: 0.5, fit: 0.9 };
  const parts = { ...measured, lexical_weight: 0.4, confidence: 0.9 };
  const fields = { kind: 'error', age: 0, usefulness: 0.5, trust: 1, tokens: 10 };
  return {
    key,
    relevance,
    parts,
    text: `text number ${key} of its own kind ${key}`,
    ...fields,
    ...rest,
  };
}
const keys = (inputs: readonly RankInput[], changed: Partial<RankOptions> = {}) =>
  rankItems(inputs, { ...options, ...changed }).items.map(({ key }) => key);

describe('ranking', () => {
  it('lets relevance decide, and usefulness between equals', () => {
    expect(keys([item(1, 0.5, { usefulness: 1 }), item(2, 0.9, { usefulness: 0 })])).toEqual([
      2, 1,
    ]);
    expect(keys([item(1, 0.6, { usefulness: 0 }), item(2, 0.6, { usefulness: 1 })])).toEqual([
      2, 1,
    ]);
  });

  it('prefers the newer, the asked-for and the trusted among equals', () => {
    expect(keys([item(1, 0.6, { age: 30 }), item(2, 0.6)])).toEqual([2, 1]);
    expect(
      keys([item(1, 0.6), item(2, 0.6, { kind: 'skill' })], { requestedKinds: ['skill'] }),
    ).toEqual([2, 1]);
    expect(keys([item(1, 0.6, { trust: 0.3 }), item(2, 0.6)])).toEqual([2, 1]);
  });

  it('forgets skills more slowly', () => {
    const { items } = rankItems(
      [item(1, 0.6, { kind: 'skill', age: 10 }), item(2, 0.6, { age: 10 })],
      options,
    );
    expect(items.map(({ factors }) => Number(factors.recency.toFixed(3)))).toEqual([0.607, 0.368]);
  });

  it('returns nothing below the threshold, however new and useful', () => {
    const result = rankItems([item(1, 0.29, { usefulness: 1 })], options);
    expect(result).toMatchObject({ items: [], dropped: { below_threshold: 1 } });
  });

  it('adds up the plain weights when told to', () => {
    const scoring = { mode: 'additive', ...weights } as const;
    const { items } = rankItems([item(1, 0.9)], { ...options, scoring });
    expect(items[0]?.score).toBeCloseTo(0.4 * 0.5 + 0.25 + 0.2 * 0.5 + 0.15, 10);
  });

  it('keeps the better of two that say the same, but not of two that contradict each other', () => {
    const text = 'run the migrations before the tests or the schema check fails in CI';
    const same = { text: `${text} again` };
    expect(keys([item(1, 0.8, { text }), item(2, 0.7, same)])).toEqual([1]);
    expect(keys([item(1, 0.8, { text }), item(2, 0.7, same)], { deduplicate: false })).toEqual([
      1, 2,
    ]);
    const opposite = { text: text.replace('run', 'never run') };
    expect(keys([item(1, 0.8, { text }), item(2, 0.7, opposite)])).toEqual([1, 2]);
  });

  it('compares long texts by their beginning and end, and lengths first', () => {
    const long = Array.from({ length: 4_000 }, (_, n) => `word${n}`).join(' ');
    const isDuplicate = duplicateDetector();
    expect(isDuplicate(long)).toBe(false);
    expect(isDuplicate(`${long} again`)).toBe(true);
    expect(isDuplicate(long.slice(0, long.length / 3))).toBe(false);
    expect(isDuplicate(long.replaceAll('word', 'term'))).toBe(false);
  });

  it('stays within its tokens and its number of items', () => {
    const inputs = [
      item(1, 0.9, { tokens: 60 }),
      item(2, 0.8, { tokens: 60 }),
      item(3, 0.7, { tokens: 30 }),
    ];
    expect(rankItems(inputs, { ...options, maxTokens: 100 })).toMatchObject({
      items: [{ key: 1 }, { key: 3 }],
      dropped: { over_budget: 1 },
    });
    expect(rankItems(inputs, { ...options, maxItems: 1 })).toMatchObject({
      dropped: { over_limit: 2 },
    });
  });
});
