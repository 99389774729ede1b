import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { UserError } from '../../base/errors.ts';
import { fileError } from '../../base/file-errors.ts';
import { readJsonLines } from '../../base/read-json-lines.ts';

const documentLine = z.object({
  _id: z.string(),
  text: z.string(),
  title: z.string().optional(),
  group: z.string().optional(),
  seq: z.int().min(0).optional(),
});
const queryLine = documentLine.omit({ title: true });
const layout = 'Each line is a JSON object with _id and text; title, group and seq are optional.';

export interface BenchDocument {
  readonly id: string;
  readonly text: string;
  readonly seq: number | undefined;
}

export interface BenchQuery extends BenchDocument {
  /** How relevant each document is, by its id. */
  readonly relevant: ReadonlyMap<string, number>;
}

/** Documents that are searched together, and the questions that are asked of them. */
export interface Haystack {
  readonly group: string;
  readonly documents: readonly BenchDocument[];
  readonly queries: readonly BenchQuery[];
}

/** A folder with `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`, one haystack per group. */
export async function readRetrievalSet(folder: string): Promise<readonly Haystack[]> {
  const documents = await readJsonLines(path.join(folder, 'corpus.jsonl'), documentLine, layout);
  const queries = await readJsonLines(path.join(folder, 'queries.jsonl'), queryLine, layout);
  const judgements = await readJudgements(path.join(folder, 'qrels.tsv'));
  const groups = new Map<string, { documents: BenchDocument[]; queries: BenchQuery[] }>();
  for (const { _id: id, title, text, group = '', seq } of documents) {
    const haystack = groups.get(group) ?? { documents: [], queries: [] };
    haystack.documents.push({ id, text: title ? `${title}\n${text}` : text, seq });
    groups.set(group, haystack);
  }
  for (const { _id: id, text, group = '', seq } of queries) {
    const relevant = judgements.get(id);
    if (relevant) groups.get(group)?.queries.push({ id, text, seq, relevant });
  }
  const haystacks = [...groups].map(([group, haystack]) => ({ group, ...haystack }));
  if (!haystacks.some((haystack) => haystack.queries.length > 0)) {
    throw new UserError(`No question in ${folder} has a relevant document.`, {
      hint: 'Check that the ids of queries.jsonl stand in the first column of qrels.tsv, and the groups agree.',
    });
  }
  return haystacks;
}

/** Tab-separated: question, document, how relevant; a heading and what is not relevant are passed over. */
async function readJudgements(file: string): Promise<Map<string, Map<string, number>>> {
  const judgements = new Map<string, Map<string, number>>();
  for (const line of (await readText(file)).split('\n')) {
    const [query, document, score] = line.trimEnd().split('\t');
    const grade = Number(score);
    if (!query || !document || !(grade > 0)) continue;
    const found = judgements.get(query) ?? new Map<string, number>();
    found.set(document, grade);
    judgements.set(query, found);
  }
  return judgements;
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((thrown: unknown) => {
    throw fileError(thrown, 'read', file);
  });
}
