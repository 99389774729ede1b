import type { RetrievalReport } from '../../../context/bench/retrieval.ts';
import { dataOption, setFolder } from '../../bench/set-folder.ts';
import type { CommandSpec } from '../../command.ts';

export const command: CommandSpec = {
  description:
    'Stores the documents of a set in a store of its own, asks its questions of several systems and of Ralph as it is by default, and prints recall, nDCG and latency of each; then how well Ralph keeps silent on questions that nothing answers. The folder holds corpus.jsonl, queries.jsonl and qrels.tsv.',
  options: [dataOption],
  examples: [
    { command: 'ralph bench retrieval --data ./sets/cacm', does: 'A table for a person.' },
    {
      command: 'ralph bench retrieval --data ./sets/cacm --json',
      does: 'The same as {results: [{system, recall@5, …}], silence: {…}}.',
    },
  ],
  async run(invocation) {
    const { env, logger, output, json, signal } = invocation;
    const folder = setFolder(invocation);
    const { readRetrievalSet } = await import('../../../context/bench/read-set.ts');
    const { benchRetrieval } = await import('../../../context/bench/retrieval.ts');
    const { localEmbedder } = await import('../../../embedding/local/local-embedder.ts');
    const haystacks = await readRetrievalSet(folder);
    const embedder = localEmbedder({ env, logger });
    try {
      const report = await benchRetrieval(haystacks, { embedder, env, logger, signal }, (line) =>
        logger.debug(line),
      );
      if (json) output.json(report);
      else output.line(render(report));
    } finally {
      await embedder.close();
    }
    return 0;
  },
};

const columns = ['recall@5', 'recall@10', 'ndcg@10', 'p50_ms', 'p95_ms'] as const;

function render({ documents, queries, results, silence }: RetrievalReport): string {
  const cell = (text: string) => text.padStart(10);
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const gate = silence.coverage_gate;
  return [
    `${documents} documents, ${queries} questions`,
    '',
    ['system'.padEnd(10), ...columns.map(cell)].join(''),
    ...results.map((result) =>
      [
        result.system.padEnd(10),
        ...columns.map((column) =>
          cell(column.endsWith('_ms') ? result[column].toFixed(1) : result[column].toFixed(3)),
        ),
      ].join(''),
    ),
    '',
    `silence    AUC ${silence.auc.toFixed(3)}, false injection at 95% recall ${percent(silence.false_injection_at_95_recall)}`,
    `BM25 gate  AUC ${gate.auc.toFixed(3)}, false injection at 95% recall ${percent(gate.false_injection_at_95_recall)}`,
    `(${silence.answerable_queries} answerable and ${silence.unanswerable_queries} unanswerable questions, the latter ${silence.unanswerable === 'unrelated' ? 'unrelated to the set' : 'of other groups'})`,
  ].join('\n');
}
