import { type QueryExecutorProvider, sql } from 'kysely';
import type { EmbeddingCache } from '../../embedding/embedder.ts';
import { packVector, unpackVector } from './vector-bytes.ts';

/** Vectors by content beside the index, which they survive: a re-index embeds nothing twice. */
export function sqliteEmbeddingCache(db: QueryExecutorProvider): EmbeddingCache {
  return {
    async get(model, contentHash) {
      const { rows } = await sql<{ readonly vector: Uint8Array }>`
        select vector from embedding_cache
        where model = ${model} and content_hash = ${contentHash}`.execute(db);
      const [row] = rows;
      return row && unpackVector(row.vector);
    },
    async put(model, contentHash, vector) {
      await sql`insert or replace into embedding_cache (model, content_hash, vector)
        values (${model}, ${contentHash}, ${packVector(vector)})`.execute(db);
    },
  };
}
