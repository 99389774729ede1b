import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { createLogger } from '../../base/logger.ts';
import { createEmbedder } from '../../embedding/create-embedder.ts';
import { exactNeighbours } from './exact-neighbours.ts';
import { ndcgAt, percentile, recallAt, separation } from './metrics.ts';
import { readRetrievalSet } from './read-set.ts';
import { benchRetrieval } from './retrieval.ts';
import { sampleQuestion, sampleText } from './sample-texts.ts';
import { systemNames } from './systems.ts';

function writeSet(files: { corpus: object[]; queries: object[]; qrels: string }): string {
  const folder = scratchFolder();
  const lines = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
  writeFileSync(path.join(folder, 'corpus.jsonl'), lines(files.corpus));
  writeFileSync(path.join(folder, 'queries.jsonl'), lines(files.queries));
  writeFileSync(path.join(folder, 'qrels.tsv'), files.qrels);
  return folder;
}

const document = (_id: string, group: string, seq: number, text: string) => ({
  _id,
  group,
  seq,
  text,
});
const small = () =>
  writeSet({
    corpus: [
      document('a1', 'a', 0, 'The parser dropped the last token of a file without a newline.'),
      document('a2', 'a', 1, 'Invoices are rounded per line, not per total.'),
      document('a3', 'a', 2, 'The cache is keyed by content hash since the stale reads.'),
      document('b1', 'b', 0, 'Roses want a sunny bed and little water.'),
      document('b2', 'b', 1, 'Sourdough rises overnight in a cold kitchen.'),
    ],
    queries: [
      { _id: 'q1', group: 'a', text: 'why is the final token missing when the file ends early?' },
      { _id: 'q2', group: 'b', text: 'how much sun do roses need?' },
      { _id: 'q3', group: 'a', seq: 1, text: 'rounding of invoices' },
    ],
    qrels: 'query-id\tcorpus-id\tscore\nq1\ta1\t1\nq2\tb1\t2\nq3\ta1\t1\nq3\ta2\t0\n',
  });

describe('the figures', () => {
  const relevant = new Map([
    ['x', 1],
    ['y', 1],
  ]);
  it('are recall and nDCG as everybody computes them', () => {
    expect(recallAt(2, ['x', 'z', 'y'], relevant)).toBe(0.5);
    expect(ndcgAt(10, ['x', 'y'], relevant)).toBe(1);
    expect(ndcgAt(10, ['z', 'x'], relevant)).toBeCloseTo(
      1 / Math.log2(3) / (1 + 1 / Math.log2(3)),
      10,
    );
    expect(percentile(0.5, [3, 1, 2])).toBe(2);
    expect(percentile(0.99, [])).toBe(0);
  });
  it('tell how far apart two kinds of question are', () => {
    expect(separation([3, 4], [1, 2])).toEqual({ auc: 1, false_injection_at_95_recall: 0 });
    expect(separation([1, 1], [1, 1])).toEqual({ auc: 0.5, false_injection_at_95_recall: 1 });
  });
  it('know the true neighbours', async () => {
    const axes = [0, 1, 2].map((axis) => Float32Array.from([0, 1, 2], (i) => (i === axis ? 1 : 0)));
    const at = (place: number) => axes[place] ?? new Float32Array(3);
    const { signal } = new AbortController();
    expect(await exactNeighbours([at(2)], 3, at, { depth: 1, signal })).toEqual([new Set([2])]);
  });
});

describe('a retrieval set', () => {
  it('is divided into haystacks', async () => {
    const haystacks = await readRetrievalSet(small());
    expect(
      haystacks.map(({ group, documents, queries }) => [group, documents.length, queries.length]),
    ).toEqual([
      ['a', 3, 2],
      ['b', 2, 1],
    ]);
  });
  it('that is broken is refused with its place', async () => {
    const folder = writeSet({ corpus: [{ _id: 1, text: 'x' }], queries: [], qrels: '' });
    await expect(readRetrievalSet(folder)).rejects.toThrow(/Line 1 of .*corpus\.jsonl/);
    await expect(readRetrievalSet(path.join(folder, 'none'))).rejects.toThrow('Cannot read');
    const empty = writeSet({ corpus: [], queries: [], qrels: '' });
    await expect(readRetrievalSet(empty)).rejects.toThrow('No question');
  });
  it('is measured with every system, on the store and the model of the product', async () => {
    const embedder = createEmbedder({ provider: 'local', model: 'x' }, { env: {} });
    onTestFinished(() => embedder.close());
    const logger = createLogger({ write: () => {} });
    const { signal } = new AbortController();
    const report = await benchRetrieval(
      await readRetrievalSet(small()),
      { embedder, env: { HOME: scratchFolder() }, logger, signal },
      () => {},
    );
    expect(report.results.map(({ system }) => system)).toEqual(systemNames);
    // The second question of group a may only see what was stored before it: one document.
    const best = report.results.find(({ system }) => system === 'default');
    expect(best).toMatchObject({ 'recall@5': 1, 'recall@10': 1, 'ndcg@10': 1 });
    expect(report.silence).toMatchObject({
      unanswerable: 'other_groups',
      answerable_queries: 3,
      unanswerable_queries: 3,
    });
  });
});

describe('sample texts', () => {
  it('are the same every time, and differ from each other', () => {
    expect(sampleText(5)).toBe(sampleText(5));
    expect(new Set(Array.from({ length: 500 }, (_, i) => sampleText(i))).size).toBe(500);
    expect(sampleQuestion(1)).toMatch(/\?$/);
  });
});
