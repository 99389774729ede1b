import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** A full-text index: words in named columns, found again by a whole number. */
export interface FullTextIndex {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface FullTextQuery {
  /** Taken literally: nothing in them is an operator. */
  readonly words: readonly string[];
  readonly match: 'any' | 'all';
  readonly limit: number;
  /** How much a hit in each column counts, in the order of the columns; 1 each unless given. */
  readonly weights?: readonly number[];
}

export interface FullTextHit {
  readonly id: number;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

/** Ranked search as a port, because no two databases spell it alike. */
export interface FullText {
  create(db: QueryExecutorProvider, index: FullTextIndex): Promise<void>;
  put(
    db: QueryExecutorProvider,
    index: FullTextIndex,
    id: number,
    texts: Readonly<Record<string, string>>,
  ): Promise<void>;
  remove(db: QueryExecutorProvider, index: FullTextIndex, id: number): Promise<void>;
  search(
    db: QueryExecutorProvider,
    index: FullTextIndex,
    query: FullTextQuery,
  ): Promise<readonly FullTextHit[]>;
}

/** FTS5 with stemming, ranked by BM25. */
export const sqliteFullText: FullText = {
  async create(db, index) {
    const columns = sql.join(index.columns.map((column) => sql.ref(column)));
    const tokenizer = sql.lit('porter unicode61 remove_diacritics 2');
    await sql`create virtual table ${sql.table(index.name)} using fts5(${columns}, tokenize = ${tokenizer})`.execute(
      db,
    );
  },
  async put(db, index, id, texts) {
    await sqliteFullText.remove(db, index, id);
    const columns = sql.join(['rowid', ...index.columns].map((column) => sql.ref(column)));
    const values = sql.join([id, ...index.columns.map((column) => texts[column] ?? '')]);
    await sql`insert into ${sql.table(index.name)} (${columns}) values (${values})`.execute(db);
  },
  async remove(db, index, id) {
    await sql`delete from ${sql.table(index.name)} where rowid = ${id}`.execute(db);
  },
  async search(db, index, query) {
    const expression = matchExpression(query);
    if (expression === '') return [];
    const rank = sql`bm25(${sql.join([sql.ref(index.name), ...weights(index, query)])})`;
    const { rows } = await sql<FullTextHit>`
      select rowid as id, -${rank} as score from ${sql.table(index.name)}
      where ${sql.ref(index.name)} match ${expression}
      order by ${rank}, rowid limit ${query.limit}`.execute(db);
    return rows;
  },
};

function weights(index: FullTextIndex, query: FullTextQuery): RawBuilder<unknown>[] {
  return index.columns.map((_, place) => sql`${query.weights?.[place] ?? 1}`);
}

/** Quoted words cannot be operators, column filters or syntax errors, whatever a caller sends. */
function matchExpression(query: FullTextQuery): string {
  return query.words
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => `"${word.replaceAll('"', '""')}"`)
    .join(query.match === 'any' ? ' OR ' : ' AND ');
}
