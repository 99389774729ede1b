import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * The index beside the items: words, term counts and vectors by the item's key. All of it can be made again from
 * the items. Terms are split and stemmed before they come here, so that SQLite only has to cut at spaces.
 */
export async function createSearchTables(tx: QueryExecutorProvider): Promise<void> {
  await sql`create table search_documents (
    key integer primary key,
    kind text not null,
    iteration integer not null,
    length integer not null,
    terms blob not null
  )`.execute(tx);
  await sql`create virtual table search_text using fts5(
    terms, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"
  )`.execute(tx);
  await sql`create virtual table search_terms using fts5vocab(search_text, 'row')`.execute(tx);
  // Counting the documents anew for every query would read them all.
  await sql`create table search_totals (
    id integer primary key check (id = 1), documents integer not null, length integer not null
  )`.execute(tx);
  await sql`insert into search_totals (id, documents, length) values (1, 0, 0)`.execute(tx);
  await sql`create table search_vectors (
    id integer primary key autoincrement,
    key integer not null references search_documents (key) on delete cascade,
    model text not null,
    vector blob not null
  )`.execute(tx);
  await sql`create index search_vectors_key on search_vectors (key)`.execute(tx);
  // The signs apart, because all of them are read at the first question and the vectors never are.
  await sql`create table search_signs (
    id integer primary key references search_vectors (id) on delete cascade,
    key integer not null,
    model text not null,
    signs blob not null
  )`.execute(tx);
  await sql`create table embedding_cache (
    model text not null, content_hash text not null, vector blob not null,
    primary key (model, content_hash)
  ) without rowid`.execute(tx);
}
