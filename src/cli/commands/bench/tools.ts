import type { ToolBenchReport } from '../../../catalog/bench/tools/bench-tools.ts';
import { dataOption, setFolder } from '../../bench/set-folder.ts';
import type { CommandSpec } from '../../command.ts';
import { numberOption } from '../../project/read-input.ts';

export const command: CommandSpec = {
  description:
    'Asks the queries of a set of several systems and of the catalog as it is by default, and prints recall, rank and latency of each. The folder holds tools.jsonl and queries.jsonl. Queries of the sets beside it are foreign to its tools: false_answers is the share of them that got tools instead of "nothing fits".',
  options: [
    dataOption,
    { name: 'limit', value: 'N', description: 'So many queries at most, spread over the set' },
    { name: 'no-vectors', description: 'Words only, as with embeddings switched off' },
  ],
  examples: [
    { command: 'ralph bench tools --data ./sets/metatool', does: 'A table for a person.' },
    {
      command: 'ralph bench tools --data ./sets/metatool --json',
      does: 'The same as {results: [{system, recall@1, …}]}; ours is "default".',
    },
  ],
  async run(invocation) {
    const { options, env, logger, output, json, signal } = invocation;
    const { foreignQueries, readToolSet } = await import(
      '../../../catalog/bench/tools/read-tool-set.ts'
    );
    const { benchTools } = await import('../../../catalog/bench/tools/bench-tools.ts');
    const { localEmbedder } = await import('../../../embedding/local/local-embedder.ts');
    const folder = setFolder(invocation);
    const set = await readToolSet(folder);
    const limit = numberOption(invocation, 'limit', { min: 1, max: 1_000_000 }) ?? 1_000_000;
    const queries = spread(set.queries, limit);
    const embedder = options['no-vectors'] === true ? undefined : localEmbedder({ env, logger });
    try {
      const foreign = await foreignQueries(folder, Math.min(200, limit));
      const report = await benchTools({ tools: set.tools, queries }, foreign, embedder, signal);
      if (json) output.json(report);
      else output.line(render(report));
    } finally {
      await embedder?.close();
    }
    return 0;
  },
};

function spread<Item>(items: readonly Item[], count: number): Item[] {
  const taken = Math.min(items.length, count);
  return Array.from(
    { length: taken },
    (_, n) => items[Math.floor((n * items.length) / taken)],
  ).filter((item) => item !== undefined);
}

const columns = ['recall@1', 'recall@5', 'recall@10', 'mrr', 'false_answers', 'p95_ms'] as const;

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

function render(report: ToolBenchReport): string {
  const { tools, queries, foreign_queries, embedding_p95_ms, results, out_of_scope } = report;
  const cell = (text: string) => text.padStart(14);
  const value = (number: number | null, column: string) =>
    number === null ? '-' : column.endsWith('_ms') ? number.toFixed(1) : number.toFixed(3);
  return [
    `${tools} tools, ${queries} queries, ${foreign_queries} foreign queries`,
    '',
    ['system'.padEnd(10), ...columns.map(cell)].join(''),
    ...results.map((result) =>
      [
        result.system.padEnd(10),
        ...columns.map((column) => cell(value(result[column], column))),
      ].join(''),
    ),
    '',
    ...Object.entries(out_of_scope).flatMap(([kind, told]) =>
      told === null
        ? []
        : [
            `${told.queries} ${kind} queries: ${percent(told.answered)} answered all the same; ${percent(told.answered_at_95)} if 5% of the set's own were refused (AUC ${told.auc.toFixed(3)}).`,
          ],
    ),
    ...(embedding_p95_ms === null
      ? []
      : ['', `p95 is without embedding, which takes ${embedding_p95_ms.toFixed(1)} ms (p95).`]),
  ].join('\n');
}
