import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { errorMessage } from '../../base/errors.ts';
import { openVecScan } from '../../storage/vec-scan.ts';
import { findLance, lanceLibrary } from '../store/lance-library.ts';
import { breathe } from './breathe.ts';
import { mean, percentile } from './metrics.ts';

/** Another engine on the same vectors; search alone, without embedding and ranking. */
export interface PeerResult {
  readonly engine: 'sqlite-vec' | 'lancedb';
  /** Why there are no figures. */
  readonly skipped?: string;
  readonly p50_ms?: number;
  readonly p99_ms?: number;
  readonly recall_at_10?: number;
}

const depth = 10;
const vectorsPerStep = 5_000;
/** Beyond this they take gigabytes and minutes, and nothing new is learnt. */
const mostItems = 100_000;

type Nearest = (query: Float32Array) => Promise<readonly number[]> | readonly number[];

interface Place {
  readonly folder: string;
  /** Where an engine may be installed that is not ours to bring. */
  readonly project: string;
  readonly signal: AbortSignal;
}

export async function measurePeers(
  items: number,
  vectorAt: (place: number) => Float32Array,
  asked: readonly Float32Array[],
  exact: readonly ReadonlySet<number>[],
  place: Place,
): Promise<readonly PeerResult[]> {
  const tooMany = `not run above ${mostItems} items`;
  const engines = {
    'sqlite-vec': () => withSqliteVec(items, vectorAt, place, timed),
    lancedb: () => withLance(items, vectorAt, place, timed),
  };
  async function timed(nearest: Nearest): Promise<Omit<PeerResult, 'engine'>> {
    const times: number[] = [];
    const shares: number[] = [];
    // The first pass warms it up.
    for (const pass of ['cold', 'warm']) {
      for (const [which, query] of asked.entries()) {
        await breathe(place.signal);
        const start = performance.now();
        const found = await nearest(query);
        if (pass === 'cold') continue;
        times.push(performance.now() - start);
        shares.push(found.filter((place) => exact[which]?.has(place)).length / depth);
      }
    }
    return {
      p50_ms: rounded(percentile(0.5, times)),
      p99_ms: rounded(percentile(0.99, times)),
      recall_at_10: rounded(mean(shares)),
    };
  }
  const results: PeerResult[] = [];
  for (const engine of ['sqlite-vec', 'lancedb'] as const) {
    const figures =
      items > mostItems
        ? { skipped: tooMany }
        : await engines[engine]().catch((thrown: unknown) => {
            place.signal.throwIfAborted();
            return { skipped: errorMessage(thrown) };
          });
    results.push({ engine, ...figures });
  }
  return results;
}

type Measure = (nearest: Nearest) => Promise<Omit<PeerResult, 'engine'>>;

async function withSqliteVec(
  items: number,
  vectorAt: (place: number) => Float32Array,
  { folder, signal }: Place,
  measure: Measure,
) {
  const scan = await openVecScan(path.join(folder, 'peer.db'), vectorAt(0).length);
  try {
    for (const places of steps(items)) {
      await breathe(signal);
      scan.add(places.map(vectorAt));
    }
    return await measure((query) => scan.nearest(query, depth));
  } finally {
    scan.close();
  }
}

async function withLance(
  items: number,
  vectorAt: (place: number) => Float32Array,
  { folder, project, signal }: Place,
  measure: Measure,
) {
  if (findLance(project))
    throw new Error('not installed; `npm install @lancedb/lancedb` in the project adds it');
  const library = await lanceLibrary(project);
  const connection = await library.connect(path.join(folder, 'peer.lance'));
  try {
    const rows = (places: readonly number[]) =>
      places.map((place) => ({ key: place, vector: [...vectorAt(place)] }));
    const [first = [], ...rest] = steps(items);
    const table = await connection.createTable('vectors', rows(first));
    for (const places of rest) {
      await breathe(signal);
      await table.add(rows(places));
    }
    return await measure(async (query) => {
      const found = await table.vectorSearch(query).distanceType('cosine').limit(depth).toArray();
      return found.map(({ key }) => key);
    });
  } finally {
    connection.close();
  }
}

function steps(items: number): number[][] {
  const all: number[][] = [];
  for (let from = 0; from < items; from += vectorsPerStep) {
    const length = Math.min(vectorsPerStep, items - from);
    all.push(Array.from({ length }, (_, place) => from + place));
  }
  return all;
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
