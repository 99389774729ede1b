import { type QueryExecutorProvider, sql } from 'kysely';
import { errorMessage } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';

interface Counts {
  readonly documents: number;
  readonly length: number;
  readonly noted: number;
  readonly noted_length: number;
  readonly texts: number;
  readonly lost: number;
  readonly unsigned: number;
}

/** Whether the parts of the index agree with each other, and SQLite with the text index. */
export async function checkIndex(
  db: QueryExecutorProvider,
  logger: Logger | undefined,
): Promise<readonly string[]> {
  try {
    await sql`insert into search_text (search_text) values ('integrity-check')`.execute(db);
    return await countedProblems(db);
  } catch (thrown) {
    logger?.debug('the index cannot be checked', { reason: errorMessage(thrown) });
    return [errorMessage(thrown)];
  }
}

/** As much of it as can be seen without being allowed to write. */
export async function countedProblems(db: QueryExecutorProvider): Promise<readonly string[]> {
  const { rows } = await sql<Counts>`select
      (select count(*) from search_documents) as documents,
      (select coalesce(sum(length), 0) from search_documents) as length,
      (select documents from search_totals) as noted,
      (select length from search_totals) as noted_length,
      (select count(*) from search_text_docsize) as texts,
      (select count(*) from search_documents where key not in (select id from search_text_docsize)) as lost,
      (select count(*) from search_vectors where id not in (select id from search_signs)) as unsigned`.execute(
    db,
  );
  const [counts] = rows;
  if (!counts) return ['the index has no totals'];
  const problems: string[] = [];
  if (counts.documents !== counts.noted || counts.length !== counts.noted_length)
    problems.push(`${counts.documents} documents are indexed and ${counts.noted} are counted`);
  if (counts.texts !== counts.documents || counts.lost > 0)
    problems.push(`${counts.texts} texts belong to ${counts.documents} documents`);
  if (counts.unsigned > 0) problems.push(`${counts.unsigned} vectors cannot be found`);
  return problems;
}
