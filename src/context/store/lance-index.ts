import { createHash } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../storage/open-database.ts';
import type { Candidate } from '../ranking/candidate.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { ContextTables } from '../tables.ts';
import { type LanceTable, lanceLibrary } from './lance-library.ts';

/** Parts of one item may all be near: more are asked for than items are wanted. */
const partsPerItem = 4;

type Filter = NonNullable<NonNullable<Parameters<SearchIndex['candidates']>[1]>['filter']>;

/**
 * The search index with its vectors in LanceDB: rows and words stay in SQLite. LanceDB takes no part in its
 * transactions; what a crash leaves out of step is found by `embedding_id` and mended by the next back-fill.
 */
export async function lanceSearchIndex(options: {
  readonly root: string;
  readonly folder: string;
  readonly database: Database<ContextTables>;
  readonly words: SearchIndex;
}): Promise<SearchIndex & { close(): void }> {
  const { root, folder, database, words } = options;
  const library = await lanceLibrary(root);
  const connection = await library.connect(path.join(folder, 'context.lance'));

  async function tables(): Promise<LanceTable[]> {
    const names = await connection.tableNames();
    return Promise.all(names.map((name) => connection.openTable(name)));
  }

  async function tableOf(model: string): Promise<LanceTable | undefined> {
    const name = tableName(model);
    const exists = (await connection.tableNames()).includes(name);
    return exists ? connection.openTable(name) : undefined;
  }

  async function drop(keys: readonly number[]): Promise<void> {
    if (keys.length === 0) return;
    for (const table of await tables())
      await table.delete(`key in (${keys.map(Number).join(',')})`);
  }

  /** With their lengths. */
  async function allowed(keys: readonly number[], filter: Filter): Promise<Map<number, number>> {
    const kinds = filter.kinds === undefined ? null : JSON.stringify(filter.kinds);
    const before = filter.beforeIteration ?? null;
    const { rows } = await sql<{
      key: number;
      length: number;
    }>`select key, length from search_documents
      where key in (select value from json_each(${JSON.stringify(keys)}))
      and (${kinds} is null or kind in (select value from json_each(${kinds})))
      and (${before} is null or iteration < ${before})`.execute(database.kysely);
    return new Map(rows.map(({ key, length }) => [key, length]));
  }

  return {
    ...words,
    async put(tx, entry) {
      await words.put(tx, entry);
      await drop([entry.key]);
    },
    async putVectors(_, key, model, vectors) {
      const rows = vectors.map((vector) => ({ key, vector: [...vector] }));
      if (rows.length === 0) return;
      const table = await tableOf(model);
      await table?.delete(`key = ${Number(key)}`);
      if (table) await table.add(rows);
      else await connection.createTable(tableName(model), rows);
    },
    async remove(tx, keys) {
      await words.remove(tx, keys);
      await drop(keys);
    },
    async clear(tx) {
      await words.clear(tx);
      for (const name of await connection.tableNames()) await connection.dropTable(name);
    },
    async withoutVectors(model, limit) {
      const rows = await database.kysely
        .selectFrom('items')
        .select('key')
        .where((eb) => eb.or([eb('embedding_id', 'is', null), eb('embedding_id', '<>', model)]))
        .orderBy('key')
        .limit(limit)
        .execute();
      return rows.map(({ key }) => key);
    },
    async candidates(query, { limit = 200, filter = {}, ...scoring } = {}) {
      const found = await words.candidates({ text: query.text }, { limit, filter, ...scoring });
      const { vector, model } = query;
      const table = model === undefined ? undefined : await tableOf(model);
      if (!vector || !table) return found;
      const near = await cosines(table, vector, limit);
      const byKey = new Map(found.candidates.map((candidate) => [candidate.key, candidate]));
      const unseen = [...byKey.keys()].filter((key) => !near.has(key));
      const known = await cosines(table, vector, limit, unseen);
      const lengths = await allowed([...near.keys()], filter);
      for (const [key, cosine] of near) {
        const length = lengths.get(key);
        if (length !== undefined && !byKey.has(key)) {
          byKey.set(key, { key, bm25: 0, coverage: 0, cosine, length });
        }
      }
      const candidates = [...byKey.values()].map(
        (candidate): Candidate => ({
          ...candidate,
          cosine: near.get(candidate.key) ?? known.get(candidate.key),
        }),
      );
      // What was not asked for is not compared, and taken for something else.
      const count = Math.max(0, (await table.countRows()) - limit * partsPerItem);
      return { ...found, candidates, others: { count, cosine: 0 } };
    },
    async stats() {
      const counts = await Promise.all((await tables()).map((table) => table.countRows()));
      const { documents } = await words.stats();
      const vectors = counts.reduce((sum, count) => sum + count, 0);
      return { documents, vectors, model: undefined };
    },
    close: () => connection.close(),
  };
}

/** The best part of each item; among all items, or among those given. */
async function cosines(
  table: LanceTable,
  vector: Float32Array,
  limit: number,
  among?: readonly number[],
): Promise<Map<number, number>> {
  const best = new Map<number, number>();
  if (among?.length === 0) return best;
  let query = table
    .vectorSearch(vector)
    .distanceType('cosine')
    .limit(limit * partsPerItem);
  if (among) query = query.where(`key in (${among.map(Number).join(',')})`);
  for (const { key, _distance } of await query.toArray()) {
    best.set(Number(key), Math.max(best.get(Number(key)) ?? -1, 1 - _distance));
  }
  return best;
}

/** One table per model, so that the spaces of two models never meet. */
function tableName(model: string): string {
  return `vectors_${createHash('sha256').update(model).digest('hex').slice(0, 16)}`;
}
