import { type QueryExecutorProvider, sql } from 'kysely';
import { tokenize } from '../../base/tokenize.ts';
import { DatabaseDamagedError } from '../../storage/sqlite-errors.ts';
import {
  type Bm25Settings,
  bm25Score,
  coverageOf,
  coverageWeight,
  type QueryTerm,
  rarity,
} from '../ranking/bm25.ts';
import type { Candidate, CandidateSet } from '../ranking/candidate.ts';
import type { SearchFilter, SignIndex } from './sign-index.ts';
import { termCountReader, termHash } from './term-counts.ts';
import { textHits } from './text-hits.ts';
import { vectorHits } from './vector-hits.ts';

export interface SearchQuery {
  readonly text: string;
  /** Of the question, by the model that `model` names; without it only words are compared. */
  readonly vector?: Float32Array;
  readonly model?: string;
}

/** A question may be a whole issue text; beyond this many terms nothing changes any more. */
const mostTerms = 256;

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
  bm25: Bm25Settings,
): Promise<CandidateSet> {
  const [totals = { documents: 0, length: 0 }] = (
    await sql<Totals>`select documents, length from search_totals`.execute(db)
  ).rows;
  const terms = await queryTerms(db, query.text, totals.documents);
  const byText = await textHits(db, terms, totals.documents, limit, filter);
  const { cosines, others } = await vectorHits(db, signs, query, limit, filter, byText);
  const keys = [...new Set([...byText, ...cosines.keys()])];
  const { rows } = await sql<DocumentRow>`select key, length, terms from search_documents
    where key in (select value from json_each(${JSON.stringify(keys)}))`.execute(db);
  const averageLength = totals.length / Math.max(1, totals.documents);
  const candidates = rows.map((row): Candidate => {
    const countOf = termCountReader(row.terms);
    const counts = terms.map((term) => countOf(term.hash));
    return {
      key: row.key,
      bm25: bm25Score(terms, counts, row.length, averageLength, bm25),
      coverage: coverageOf(terms, counts),
      cosine: cosines.get(row.key),
      length: row.length,
    };
  });
  return {
    candidates,
    others,
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
  if (rows.length === 0 && documents > 0) await refuseEmptyIndex(db, documents);
  const frequency = new Map(rows.map((row) => [row.term, row.doc]));
  return [...counts].map(([term, count]) => {
    const having = frequency.get(term) ?? 0;
    return {
      term,
      hash: termHash(term),
      documents: having,
      count,
      rarity: rarity(having, documents),
      weight: coverageWeight(having, documents),
    };
  });
}

/** SQLite takes some damage for an index without a single word; then nothing would ever be found, and nobody told. */
async function refuseEmptyIndex(db: QueryExecutorProvider, documents: number): Promise<void> {
  const { rows } = await sql`select 1 from search_terms limit 1`.execute(db);
  if (rows.length > 0) return;
  const { rows: wordy } =
    await sql`select 1 from search_documents where length > 0 limit 1`.execute(db);
  if (wordy.length === 0) return;
  throw new DatabaseDamagedError(`The text index of ${documents} documents has no words.`, {
    hint: 'Run `ralph context reindex`.',
  });
}
