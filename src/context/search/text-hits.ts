import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { findingExpression, type KnownTerm } from './finding-expression.ts';
import type { SearchFilter } from './sign-index.ts';

/** The keys that the terms find, best first. */
export async function textHits(
  db: QueryExecutorProvider,
  terms: readonly KnownTerm[],
  documents: number,
  limit: number,
  filter: SearchFilter,
): Promise<number[]> {
  const { expression, ranked } = findingExpression(terms, documents);
  if (expression === '') return [];
  // What cannot be ranked in time is at least the newest.
  const order = ranked ? sql`bm25(search_text), search_text.rowid` : sql`search_text.rowid desc`;
  const { rows } = await sql<{ readonly key: number }>`
    select search_text.rowid as key from search_text ${joinFor(filter)}
    where search_text match ${expression} ${conditionsOf(filter)}
    order by ${order} limit ${limit}`.execute(db);
  return rows.map((row) => row.key);
}

function isFiltering(filter: SearchFilter): boolean {
  return filter.kinds !== undefined || filter.beforeIteration !== undefined;
}

function joinFor(filter: SearchFilter): RawBuilder<unknown> {
  return isFiltering(filter) ? sql`join search_documents d on d.key = search_text.rowid` : sql``;
}

function conditionsOf({ kinds, beforeIteration }: SearchFilter): RawBuilder<unknown> {
  const kind = kinds
    ? sql`and d.kind in (select value from json_each(${JSON.stringify(kinds)}))`
    : sql``;
  const before = beforeIteration === undefined ? sql`` : sql`and d.iteration < ${beforeIteration}`;
  return sql`${kind} ${before}`;
}
