import { performance } from 'node:perf_hooks';
import { vectorSpace } from '../../embedding/embedder.ts';
import type { Context } from '../context.ts';
import { plainBm25 } from '../ranking/bm25.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { standardise } from '../ranking/standardise.ts';
import { type Retrieved, retrieve } from '../retrieve.ts';
import type { BenchQuery } from './read-set.ts';
import { shuffled } from './shuffled.ts';

export const systemNames = [
  'random',
  'recency',
  'bm25',
  'vectors',
  'zscore',
  'additive',
  'default',
] as const;
export type SystemName = (typeof systemNames)[number];

/** A haystack that has been stored, as the systems search it. */
export interface StoredHaystack {
  readonly context: Context;
  /** Ids of the set by the keys of the store, in the order of the set. */
  readonly idOf: ReadonlyMap<number, string>;
  readonly seqOf: ReadonlyMap<number, number>;
  /** The iteration after the last document, which is when questions without a time are asked. */
  readonly now: number;
}

export interface Answer {
  /** Ids of the set, best first. */
  readonly ranking: readonly string[];
  readonly ms: number;
}

const depth = 10;
const allTokens = Number.MAX_SAFE_INTEGER;

export async function answerWith(
  system: SystemName,
  haystack: StoredHaystack,
  query: BenchQuery,
): Promise<Answer> {
  const start = performance.now();
  const keys = await rankers[system](haystack, query);
  const ms = performance.now() - start;
  return { ranking: keys.flatMap((key) => haystack.idOf.get(key) ?? []), ms };
}

type Ranker = (haystack: StoredHaystack, query: BenchQuery) => Promise<readonly number[]>;

const rankers: Record<SystemName, Ranker> = {
  random: async (haystack, query) => shuffled(earlierKeys(haystack, query), query.id),
  recency: async (haystack, query) =>
    earlierKeys(haystack, query).sort(
      (a, b) => (haystack.seqOf.get(b) ?? 0) - (haystack.seqOf.get(a) ?? 0),
    ),
  async bm25({ context }, query) {
    const { candidates } = await context.index.candidates({ text: query.text }, within(query));
    return bestFirst(candidates, (candidate) => candidate.bm25);
  },
  async vectors(haystack, query) {
    const { candidates } = await byVector(haystack, query, '');
    return bestFirst(candidates, (candidate) => candidate.cosine ?? -1);
  },
  async zscore(haystack, query) {
    // Of all documents, as the rule has it, not only of the candidates.
    const all = { limit: haystack.idOf.size };
    const { candidates } = await byVector(haystack, query, query.text, all);
    const words = standardise(candidates.map(({ bm25 }) => bm25));
    const meaning = standardise(candidates.map(({ cosine }) => cosine ?? 0));
    const sums = new Map(
      candidates.map(({ key }, place) => [key, (words[place] ?? 0) + (meaning[place] ?? 0)]),
    );
    return bestFirst(candidates, ({ key }) => sums.get(key) ?? 0);
  },
  additive: async (haystack, query) => keysOf(await recall(haystack, query, 'additive')),
  default: async (haystack, query) => keysOf(await recall(haystack, query, 'multiplicative')),
};

/** As the product answers, without its limits: everything it would rank. */
export function recall(
  { context, now }: StoredHaystack,
  query: Pick<BenchQuery, 'text' | 'seq'>,
  mode: 'multiplicative' | 'additive',
): Promise<Retrieved> {
  return retrieve(context, {
    query: query.text,
    maxItems: depth,
    minScore: 0,
    maxTokens: allTokens,
    deduplicate: false,
    scoring: { ...context.settings.scoring, mode },
    currentIteration: query.seq ?? now,
    ...(query.seq !== undefined && { beforeIteration: query.seq }),
  });
}

async function byVector(
  { context }: StoredHaystack,
  query: BenchQuery,
  text: string,
  options: { readonly limit?: number } = {},
) {
  const { embedder, index } = context;
  const vector = await embedder.embed(query.text, { kind: 'query' });
  const model = vectorSpace(embedder.model);
  return index.candidates({ text, vector, model }, { ...options, ...within(query) });
}

/** What ranking is measured against does not change with it. */
export function within({ seq }: Pick<BenchQuery, 'seq'>) {
  return { bm25: plainBm25, ...(seq !== undefined && { filter: { beforeIteration: seq } }) };
}

function earlierKeys({ idOf, seqOf }: StoredHaystack, { seq }: BenchQuery): number[] {
  return [...idOf.keys()].filter((key) => seq === undefined || (seqOf.get(key) ?? 0) < seq);
}

function keysOf({ items }: Retrieved): number[] {
  return items.map(({ item }) => item.key);
}

function bestFirst(
  candidates: readonly Candidate[],
  score: (candidate: Candidate) => number,
): number[] {
  return [...candidates].sort((a, b) => score(b) - score(a) || a.key - b.key).map(({ key }) => key);
}
