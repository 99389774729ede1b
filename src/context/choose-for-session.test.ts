import { describe, expect, it } from 'vitest';
import { besideTheBest, byItself, latestAttempts, oneOfEachEvent } from './choose-for-session.ts';
import { type ContextItem, freshItem } from './item.ts';
import type { RecalledItem } from './recall.ts';

const blank: ContextItem = {
  ...freshItem,
  id: '',
  content: '',
  content_type: 'error',
  created_at: '2026-01-01T00:00:00.000Z',
  created_iteration: 1,
  source: 'orchestrator',
  tags: [],
  metadata: {},
  cited_files: [],
  trust: 1,
};

function found(
  id: string,
  relevance: number | null,
  over: Partial<ContextItem> = {},
  fix?: string,
): RecalledItem {
  const known = { score: relevance, relevance, factors: null, age: 1, staleFiles: [], fix };
  return { item: { ...blank, id, ...over }, ...known };
}
const asked = { question: 'work', hasFailed: true, candidates: 20, least: 0.3 } as const;
const ids = (items: readonly RecalledItem[]) => items.map(({ item }) => item.id);

describe('what is recalled for a session', () => {
  it('has an error with its fix once, as relevant as its most relevant part', () => {
    const error = found('e', 0.4, { source_run: 'r', source_iteration: 1, fixed_by: 'i2' }, 'so');
    const met = found('i1', 0.5, {
      content_type: 'iteration',
      source_run: 'r',
      source_iteration: 1,
    });
    const mended = found('i2', 0.9, {
      content_type: 'iteration',
      source_run: 'r',
      source_iteration: 2,
    });
    const other = found('i3', 0.6, {
      content_type: 'iteration',
      source_run: 'r',
      source_iteration: 3,
    });
    const [first, ...rest] = oneOfEachEvent([mended, other, met, error]).toReversed();
    expect(first).toMatchObject({ item: { id: 'e' }, relevance: 0.9, fix: 'so' });
    expect(ids(rest)).toEqual(['i3']);
  });

  it('is no more relevant than what speaks for it alone', () => {
    const parts = { bm25: 1, coverage: 0.1, cosine: 0.4, lexical_weight: 0.5, confidence: 0.9 };
    const others = { recency: 1, usefulness: 0.5, type_match: 1, trust: 1 };
    const withFit = (fit: number) => ({
      ...found('a', 0.8),
      factors: { ...parts, ...others, fit },
    });
    expect(byItself(withFit(0.2))).toMatchObject({ relevance: 0.2, score: 0.2 });
    expect(byItself(withFit(0.9))).toMatchObject({ relevance: 0.8, score: 0.8 });
    // A memory that was searched elsewhere says nothing of it.
    expect(byItself(found('b', 0.8))).toMatchObject({ relevance: 0.8 });
    expect(besideTheBest([byItself(withFit(0.2))], { ...asked, question: 'failure' })).toEqual([]);
  });

  it('is near its best', () => {
    const all = [found('a', 0.9), found('b', 0.7), found('c', 0.6), found('d', null)];
    expect(ids(besideTheBest(all, { ...asked, question: 'failure' }))).toEqual(['a', 'b', 'd']);
    const few = { ...asked, question: 'failure', candidates: 4 } as const;
    expect(ids(besideTheBest(all, few))).toEqual(['a', 'b', 'c', 'd']);
    expect(besideTheBest([], { ...asked, hasFailed: false })).toEqual([]);
  });

  it('has to fit better where something failed and it is about something else', () => {
    const some = [found('a', 0.39)];
    expect(ids(besideTheBest(some, { ...asked, hasFailed: false }))).toEqual(['a']);
    expect(besideTheBest(some, asked)).toEqual([]);
    const mixed = [found('e', 0.35), found('i', 0.36, { content_type: 'iteration' })];
    expect(ids(besideTheBest(mixed, { ...asked, question: 'failure' }))).toEqual(['e']);
  });

  it('has the last few attempts of the run itself', () => {
    const own = [1, 4, 2, 3].map((source_iteration) =>
      found(`i${source_iteration}`, 0.5, { content_type: 'iteration', source_iteration }),
    );
    expect(ids(latestAttempts([...own, found('e', 0.5)]))).toEqual(['i4', 'i2', 'i3', 'e']);
  });
});
