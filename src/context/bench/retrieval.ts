import { mean, ndcgAt, percentile, recallAt } from './metrics.ts';
import type { BenchQuery, Haystack } from './read-set.ts';
import { type Silence, type SilenceScores, scoreSilence, summariseSilence } from './silence.ts';
import { type BenchContext, withHaystack } from './store-haystack.ts';
import { answerWith, type SystemName, systemNames } from './systems.ts';

export interface SystemResult {
  readonly system: SystemName;
  readonly 'recall@5': number;
  readonly 'recall@10': number;
  readonly 'ndcg@10': number;
  readonly p50_ms: number;
  readonly p95_ms: number;
}

export interface RetrievalReport {
  readonly documents: number;
  readonly queries: number;
  readonly results: readonly SystemResult[];
  readonly silence: Silence;
}

interface Measured {
  readonly recall5: number;
  readonly recall10: number;
  readonly ndcg10: number;
  readonly ms: number;
}

/** Every system on every question of a set, each haystack in a store of its own. */
export async function benchRetrieval(
  haystacks: readonly Haystack[],
  bench: BenchContext,
  progress: (line: string) => void,
): Promise<RetrievalReport> {
  const measured = new Map<SystemName, Measured[]>(systemNames.map((name) => [name, []]));
  const scores: SilenceScores = { answerable: [], unanswerable: [] };
  for (const haystack of haystacks) {
    if (haystack.queries.length === 0) continue;
    progress(`storing ${haystack.documents.length} documents ${haystack.group}`);
    await withHaystack(haystack, bench, async (stored) => {
      progress(`asking ${haystack.queries.length} questions ${haystack.group}`);
      for (const query of haystack.queries) {
        bench.signal.throwIfAborted();
        for (const system of systemNames) {
          const { ranking, ms } = await answerWith(system, stored, query);
          measured.get(system)?.push({ ...judge(ranking, query), ms });
        }
      }
      await scoreSilence(stored, haystack, haystacks, scores);
    });
  }
  return {
    documents: haystacks.reduce((sum, { documents }) => sum + documents.length, 0),
    queries: haystacks.reduce((sum, { queries }) => sum + queries.length, 0),
    results: systemNames.map((system) => summarise(system, measured.get(system) ?? [])),
    silence: summariseSilence(scores, haystacks.length),
  };
}

function judge(ranking: readonly string[], { relevant }: BenchQuery): Omit<Measured, 'ms'> {
  return {
    recall5: recallAt(5, ranking, relevant),
    recall10: recallAt(10, ranking, relevant),
    ndcg10: ndcgAt(10, ranking, relevant),
  };
}

function summarise(system: SystemName, measured: readonly Measured[]): SystemResult {
  const average = (field: keyof Measured) => rounded(mean(measured.map((each) => each[field])));
  const times = measured.map(({ ms }) => ms);
  return {
    system,
    'recall@5': average('recall5'),
    'recall@10': average('recall10'),
    'ndcg@10': average('ndcg10'),
    p50_ms: rounded(percentile(0.5, times)),
    p95_ms: rounded(percentile(0.95, times)),
  };
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
