import { type QueryExecutorProvider, sql } from 'kysely';
import type { Logger } from '../../base/logger.ts';
import { tokenize } from '../../base/tokenize.ts';
import type { Database } from '../../storage/open-database.ts';
import { type Bm25Settings, rankingBm25 } from '../ranking/bm25.ts';
import type { CandidateSet } from '../ranking/candidate.ts';
import { checkIndex } from './check-index.ts';
import { findCandidates, type SearchQuery } from './find-candidates.ts';
import { createSignIndex, type SearchFilter } from './sign-index.ts';
import { packTermCounts } from './term-counts.ts';
import { packVector, signsOf } from './vector-bytes.ts';

export interface IndexedText {
  /** The whole number by which the item is found again. */
  readonly key: number;
  readonly kind: string;
  readonly iteration: number;
  readonly text: string;
}

export interface CandidateOptions {
  /** Most candidates of each of the two searches. */
  readonly limit?: number;
  readonly filter?: SearchFilter;
  /** How words are scored; as ranking wants it unless given. */
  readonly bm25?: Bm25Settings;
}

/** Finds items by words and by meaning. What changes it runs in the caller's transaction, with the item itself. */
export interface SearchIndex {
  /** Replaces what stood under the key, whose vectors go with it. */
  put(tx: QueryExecutorProvider, entry: IndexedText): Promise<void>;
  /** Nothing happens when the key has gone in the meantime. */
  putVectors(
    tx: QueryExecutorProvider,
    key: number,
    model: string,
    vectors: readonly Float32Array[],
  ): Promise<void>;
  remove(tx: QueryExecutorProvider, keys: readonly number[]): Promise<void>;
  clear(tx: QueryExecutorProvider): Promise<void>;
  /** Keys that have no vectors of this model, oldest first. */
  withoutVectors(model: string, limit: number): Promise<number[]>;
  candidates(query: SearchQuery, options?: CandidateOptions): Promise<CandidateSet>;
  /** What is wrong with it, as text; nothing when all is well. Reads the whole index. */
  check(): Promise<readonly string[]>;
  stats(): Promise<IndexStats>;
}

export interface IndexStats {
  readonly documents: number;
  readonly vectors: number;
  /** The model of the newest vector. */
  readonly model: string | undefined;
}

const candidatesEach = 200;
/** In kibibytes, as SQLite counts when it is negative. A search reads rows from all over the index. */
const pageCache = -32_000;

export function createSearchIndex<Schema>(
  database: Database<Schema>,
  options: { readonly logger?: Logger } = {},
): SearchIndex {
  const db = database.kysely;
  const signs = createSignIndex();
  let enlarged: Promise<unknown> | undefined;

  async function remove(tx: QueryExecutorProvider, keys: readonly number[]): Promise<void> {
    for (const key of keys) {
      const { rows } = await sql<{ readonly length: number }>`
        delete from search_documents where key = ${key} returning length`.execute(tx);
      const [removed] = rows;
      if (!removed) continue;
      await sql`delete from search_text where rowid = ${key}`.execute(tx);
      await sql`update search_totals set documents = documents - 1, length = length - ${removed.length}`.execute(
        tx,
      );
    }
  }

  return {
    remove,
    async put(tx, { key, kind, iteration, text }) {
      await remove(tx, [key]);
      const terms = tokenize(text);
      await sql`insert into search_documents (key, kind, iteration, length, terms)
        values (${key}, ${kind}, ${iteration}, ${terms.length}, ${packTermCounts(terms)})`.execute(
        tx,
      );
      await sql`insert into search_text (rowid, terms) values (${key}, ${terms.join(' ')})`.execute(
        tx,
      );
      await sql`update search_totals set documents = documents + 1, length = length + ${terms.length}`.execute(
        tx,
      );
    },
    async putVectors(tx, key, model, vectors) {
      await sql`delete from search_vectors where key = ${key}`.execute(tx);
      for (const vector of vectors) {
        const { rows } = await sql<{ readonly id: number }>`
          insert into search_vectors (key, model, vector)
          select key, ${model}, ${packVector(vector)} from search_documents where key = ${key}
          returning id`.execute(tx);
        const [added] = rows;
        if (!added) return;
        await sql`insert into search_signs (id, key, model, signs)
          values (${added.id}, ${key}, ${model}, ${signsOf(vector)})`.execute(tx);
      }
    },
    async clear(tx) {
      await sql`delete from search_documents`.execute(tx);
      await sql`insert into search_text (search_text) values ('delete-all')`.execute(tx);
      await sql`update search_totals set documents = 0, length = 0`.execute(tx);
      signs.reset();
    },
    async withoutVectors(model, limit) {
      const { rows } = await sql<{ readonly key: number }>`
        select key from search_documents d where length > 0 and not exists
          (select 1 from search_vectors v where v.key = d.key and v.model = ${model})
        order by key limit ${limit}`.execute(db);
      return rows.map((row) => row.key);
    },
    async candidates(query, { limit = candidatesEach, filter = {}, bm25 = rankingBm25 } = {}) {
      enlarged ??= sql`pragma cache_size = ${sql.lit(pageCache)}`.execute(db);
      await enlarged;
      return findCandidates(db, signs, query, limit, filter, bm25);
    },
    check: () => checkIndex(db, options.logger),
    async stats() {
      const { rows } = await sql<IndexStats & { readonly model: string | null }>`
        select documents, (select count(*) from search_signs) as vectors,
          (select model from search_signs order by id desc limit 1) as model
        from search_totals`.execute(db);
      const [row] = rows;
      return {
        documents: row?.documents ?? 0,
        vectors: row?.vectors ?? 0,
        model: row?.model ?? undefined,
      };
    },
  };
}
