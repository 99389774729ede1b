import { type QueryExecutorProvider, sql } from 'kysely';
import type { CandidateSet } from '../ranking/candidate.ts';
import type { SearchQuery } from './find-candidates.ts';
import type { SearchFilter, SignIndex } from './sign-index.ts';
import { cosineWith } from './vector-bytes.ts';

/** Signs only say where to look, so that more are looked at than are wanted. */
const looksPerHit = 2;

/** Of what is random besides, the part of a cosine that is left when one side is reduced to its signs. */
const keptBySigns = Math.sqrt(2 / Math.PI);

export interface VectorHits {
  /** Of the nearest documents and of those that were found by their words. */
  readonly cosines: ReadonlyMap<number, number>;
  readonly others: CandidateSet['others'];
}

export async function vectorHits(
  db: QueryExecutorProvider,
  signs: SignIndex,
  query: SearchQuery,
  limit: number,
  filter: SearchFilter,
  alsoKeys: readonly number[],
): Promise<VectorHits> {
  const cosines = new Map<number, number>();
  const { vector, model } = query;
  if (!vector || !model) return { cosines, others: { count: 0, cosine: 0 } };
  const note = (key: number, packed: Uint8Array) => {
    const cosine = cosineWith(vector, packed);
    if (cosine > (cosines.get(key) ?? Number.NEGATIVE_INFINITY)) cosines.set(key, cosine);
  };
  await signs.refresh(db, model);
  const { hits, others } = signs.nearest(vector, limit * looksPerHit, filter);
  const { rows: near } = await sql<VectorRow>`select id, key, vector from search_vectors
    where id in (select value from json_each(${JSON.stringify(hits.map((hit) => hit.vectorId))}))`.execute(
    db,
  );
  const found = new Set(near.map((row) => row.id));
  signs.forget(new Set(hits.map((hit) => hit.vectorId).filter((id) => !found.has(id))));
  for (const row of near) note(row.key, row.vector);
  const kept = [...cosines].sort(([, a], [, b]) => b - a).slice(0, limit);
  cosines.clear();
  for (const [key, cosine] of kept) cosines.set(key, cosine);
  const rest = alsoKeys.filter((key) => !cosines.has(key));
  const { rows: byWords } = await sql<VectorRow>`select id, key, vector from search_vectors
    where key in (select value from json_each(${JSON.stringify(rest)})) and model = ${model}`.execute(
    db,
  );
  for (const row of byWords) note(row.key, row.vector);
  return { cosines, others: { count: others.count, cosine: others.meanScore / keptBySigns } };
}

interface VectorRow {
  readonly id: number;
  readonly key: number;
  readonly vector: Uint8Array;
}
