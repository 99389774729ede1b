import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { tokenize } from '../../base/tokenize.ts';
import { bm25Score, coverageOf, type QueryTerm, rarity } from '../ranking/bm25.ts';
import type { Candidate, CandidateSet } from '../ranking/candidate.ts';
import type { SearchFilter, SignIndex } from './sign-index.ts';
import { termCountReader, termHash } from './term-counts.ts';
import { cosineWith } from './vector-bytes.ts';

export interface SearchQuery {
  readonly text: string;
  /** Of the question, by the model that `model` names; without it only words are compared. */
  readonly vector?: Float32Array;
  readonly model?: string;
}

/** A question may be a whole issue text; beyond this many terms nothing changes any more. */
const mostTerms = 256;
/** The rarest terms find the documents and all of them rank what was found, once all would bring more than this. */
const postingsBudget = 20_000;
/** Signs only say where to look, so that more are looked at than are wanted. */
const looksPerHit = 3;

interface Totals {
  readonly documents: number;
  readonly length: number;
}

export async function findCandidates(
  db: QueryExecutorProvider,
  signs: SignIndex,
  query: SearchQuery,
  limit: number,
  filter: SearchFilter,
): Promise<CandidateSet> {
  const [totals = { documents: 0, length: 0 }] = (
    await sql<Totals>`select documents, length from search_totals`.execute(db)
  ).rows;
  const terms = await queryTerms(db, query.text, totals.documents);
  const byText = await textHits(db, terms, limit, filter);
  const cosines = await vectorHits(db, signs, query, limit, filter, byText);
  const keys = [...new Set([...byText, ...cosines.keys()])];
  const { rows } = await sql<DocumentRow>`select key, length, terms from search_documents
    where key in (select value from json_each(${JSON.stringify(keys)}))`.execute(db);
  const averageLength = totals.length / Math.max(1, totals.documents);
  const candidates = rows.map((row): Candidate => {
    const countOf = termCountReader(row.terms);
    const counts = terms.map((term) => countOf(term.hash));
    return {
      key: row.key,
      bm25: bm25Score(terms, counts, row.length / averageLength),
      coverage: coverageOf(terms, counts),
      cosine: cosines.get(row.key),
    };
  });
  return {
    candidates,
    total: candidates.length,
    terms: terms.length,
    knownTerms: terms.filter((term) => term.documents > 0).length,
    rarity: terms.reduce((sum, term) => sum + term.count * term.rarity, 0),
  };
}

interface DocumentRow {
  readonly key: number;
  readonly length: number;
  readonly terms: Uint8Array;
}

interface FoundTerm extends QueryTerm {
  readonly term: string;
  readonly hash: number;
  readonly documents: number;
}

async function queryTerms(
  db: QueryExecutorProvider,
  text: string,
  documents: number,
): Promise<FoundTerm[]> {
  const counts = new Map<string, number>();
  for (const term of tokenize(text)) {
    if (counts.size < mostTerms || counts.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const { rows } = await sql<{ readonly term: string; readonly doc: number }>`
    select term, doc from search_terms
    where term in (select value from json_each(${JSON.stringify([...counts.keys()])}))`.execute(db);
  const frequency = new Map(rows.map((row) => [row.term, row.doc]));
  return [...counts].map(([term, count]) => {
    const having = frequency.get(term) ?? 0;
    const hash = termHash(term);
    return { term, hash, documents: having, count, rarity: rarity(having, documents) };
  });
}

/** The keys that the rarest terms find, best first. */
async function textHits(
  db: QueryExecutorProvider,
  terms: readonly FoundTerm[],
  limit: number,
  filter: SearchFilter,
): Promise<number[]> {
  const known = terms
    .filter((term) => term.documents > 0)
    .sort((a, b) => a.documents - b.documents);
  let postings = 0;
  const finding = known.filter((term, place) => {
    postings += term.documents;
    return place === 0 || postings <= postingsBudget;
  });
  if (finding.length === 0) return [];
  const expression = finding.map(({ term }) => `"${term.replaceAll('"', '""')}"`).join(' OR ');
  const { rows } = await sql<{ readonly key: number }>`
    select search_text.rowid as key from search_text ${joinFor(filter)}
    where search_text match ${expression} ${conditionsOf(filter)}
    order by bm25(search_text), search_text.rowid limit ${limit}`.execute(db);
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

/** The cosines of the nearest documents and of those that were found by their words. */
async function vectorHits(
  db: QueryExecutorProvider,
  signs: SignIndex,
  query: SearchQuery,
  limit: number,
  filter: SearchFilter,
  alsoKeys: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const cosines = new Map<number, number>();
  const { vector, model } = query;
  if (!vector || !model) return cosines;
  const note = (key: number, packed: Uint8Array) => {
    const cosine = cosineWith(vector, packed);
    if (cosine > (cosines.get(key) ?? Number.NEGATIVE_INFINITY)) cosines.set(key, cosine);
  };
  await signs.refresh(db, model);
  const { hits } = signs.nearest(vector, limit * looksPerHit, filter);
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
  const { rows: others } = await sql<VectorRow>`select id, key, vector from search_vectors
    where key in (select value from json_each(${JSON.stringify(rest)})) and model = ${model}`.execute(
    db,
  );
  for (const row of others) note(row.key, row.vector);
  return cosines;
}

interface VectorRow {
  readonly id: number;
  readonly key: number;
  readonly vector: Uint8Array;
}
