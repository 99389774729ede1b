import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Embedder } from '../../embedding/embedder.ts';
import { vectorSpace } from '../../embedding/embedder.ts';
import { learningConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { openContext } from '../open-context.ts';
import { retrieve } from '../retrieve.ts';
import { storeItems } from '../store-items.ts';
import { breathe } from './breathe.ts';
import { exactNeighbours } from './exact-neighbours.ts';
import { mean, percentile } from './metrics.ts';
import { sampleQuestion, sampleText } from './sample-texts.ts';
import { type SampleVectors, sampleVectors } from './sample-vectors.ts';
import { measurePeers, type PeerResult } from './scale-peers.ts';
import type { BenchContext } from './store-haystack.ts';

export interface ScaleBench extends BenchContext {
  readonly project: string;
}

export interface ScaleResult {
  readonly items: number;
  readonly insert_per_s: number;
  /** From opening the store to the first answer, model included. */
  readonly first_query_ms: number;
  /** Of whole questions: embedding, search, ranking. */
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly embedding_p50_ms: number;
  /** Of the ten nearest vectors, the share that the search finds. */
  readonly vector_recall_at_10: number;
  readonly file_mb: number;
  readonly memory_mb: number;
  readonly peers: readonly PeerResult[];
}

const itemsPerStep = 500;
const questions = 200;
const exactQuestions = 30;
const depth = 10;

/** Stores so many items as the product does, and asks it questions. */
export async function benchScale(
  sizes: readonly number[],
  bench: ScaleBench,
  progress: (line: string) => void,
): Promise<readonly ScaleResult[]> {
  progress('embedding sample texts');
  const vectors = await sampleVectors(bench.embedder, bench.signal);
  const results: ScaleResult[] = [];
  for (const items of sizes) {
    progress(`${items} items`);
    results.push(await benchSize(items, vectors, bench, progress));
  }
  return results;
}

async function benchSize(
  items: number,
  vectors: SampleVectors,
  bench: ScaleBench,
  progress: (line: string) => void,
): Promise<ScaleResult> {
  const root = await mkdtemp(path.join(tmpdir(), 'ralph-bench-'));
  // Whoever interrupts twice does not wait, and shall not find a gigabyte left behind either.
  const leaveNothing = () => rmSync(root, { recursive: true, force: true });
  process.once('exit', leaveNothing);
  try {
    const insertMs = await using(root, vectors.embedder, bench, (context) =>
      fill(context, items, bench.signal, progress),
    );
    return await using(root, vectors.embedder, bench, async (context) => {
      const opened = performance.now();
      await ask(context, 0);
      const first = performance.now() - opened;
      const answers: { readonly ms: number; readonly embedding: number }[] = [];
      for (let place = 0; place < questions; place++) {
        await breathe(bench.signal);
        answers.push(await ask(context, place));
      }
      const memory = process.memoryUsage().rss;
      progress('comparing with exact search');
      const asked: Float32Array[] = [];
      for (let place = 0; place < exactQuestions; place++)
        asked.push(await bench.embedder.embed(sampleQuestion(place), { kind: 'query' }));
      const vectorAt = (place: number) => vectors.vectorOf(sampleText(place));
      const { signal } = bench;
      const exact = await exactNeighbours(asked, items, vectorAt, { depth, signal });
      return {
        items,
        insert_per_s: Math.round(items / (insertMs / 1_000)),
        first_query_ms: rounded(first),
        p50_ms: rounded(
          percentile(
            0.5,
            answers.map(({ ms }) => ms),
          ),
        ),
        p99_ms: rounded(
          percentile(
            0.99,
            answers.map(({ ms }) => ms),
          ),
        ),
        embedding_p50_ms: rounded(
          percentile(
            0.5,
            answers.map(({ embedding }) => embedding),
          ),
        ),
        vector_recall_at_10: rounded(await recallOf(context, asked, exact, signal)),
        file_mb: rounded((await sizeOf(root)) / 1e6),
        memory_mb: Math.round(memory / 1e6),
        peers: await measurePeers(items, vectorAt, asked, exact, {
          folder: root,
          project: bench.project,
          signal,
        }),
      };
    });
  } finally {
    await rm(root, { recursive: true, force: true });
    process.removeListener('exit', leaveNothing);
  }
}

async function using<Result>(
  root: string,
  embedder: Embedder,
  { env, logger }: BenchContext,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { mcp_context } = learningConfig.parse({
    mcp_context: { storage: { max_size_mb: 1_000_000 } },
  });
  const context = await openContext({ root, settings: mcp_context, env, logger, embedder });
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

async function fill(
  context: Context,
  items: number,
  signal: AbortSignal,
  progress: (line: string) => void,
): Promise<number> {
  const start = performance.now();
  for (let from = 0; from < items; from += itemsPerStep) {
    await breathe(signal);
    if (from > 0 && from % 50_000 === 0) progress(`${from} stored`);
    const count = Math.min(itemsPerStep, items - from);
    await storeItems(
      context,
      Array.from({ length: count }, (_, place) => ({
        content: sampleText(from + place),
        content_type: 'iteration',
        created_iteration: Math.floor((from + place) / 10),
      })),
      { deduplicate: false, signal },
    );
  }
  return performance.now() - start;
}

async function ask(context: Context, place: number) {
  const start = performance.now();
  const { stats } = await retrieve(context, { query: sampleQuestion(place) });
  return { ms: performance.now() - start, embedding: stats.query_embedding_time_ms };
}

/** Keys count up from one in the order of storing, as places do from zero. */
async function recallOf(
  { index, embedder }: Context,
  asked: readonly Float32Array[],
  exact: readonly ReadonlySet<number>[],
  signal: AbortSignal,
): Promise<number> {
  const shares: number[] = [];
  for (const [which, vector] of asked.entries()) {
    await breathe(signal);
    const { candidates } = await index.candidates({
      text: '',
      vector,
      model: vectorSpace(embedder.model),
    });
    const best = [...candidates].sort((a, b) => (b.cosine ?? 0) - (a.cosine ?? 0)).slice(0, depth);
    shares.push(best.filter(({ key }) => exact[which]?.has(key - 1)).length / depth);
  }
  return mean(shares);
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map((f) => stat(path.join(f.parentPath, f.name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
