import type { ScaleResult } from '../../../context/bench/scale.ts';
import type { CommandSpec } from '../../command.ts';
import { UsageError } from '../../usage-error.ts';

const defaultSizes = '1000,10000,100000,1000000';

export const command: CommandSpec = {
  description:
    'Stores items as an agent would and asks questions: insert rate, time of a warm question with its embedding, size of the files, memory, and how many of the true nearest vectors are found. Items get vectors made of two thousand really embedded texts. sqlite-vec and, where it is installed in the project, LanceDB search the same vectors. A million items take minutes and about a gigabyte of disk.',
  options: [
    {
      name: 'sizes',
      value: 'LIST',
      description: 'Numbers of items, separated by commas.',
      default: defaultSizes,
    },
  ],
  examples: [
    { command: 'ralph bench scale', does: 'From a thousand items to a million.' },
    {
      command: 'ralph bench scale --sizes 100000 --json',
      does: 'One size, as {results: [{items, p50_ms, p99_ms, …}]}.',
    },
  ],
  async run({ options, env, logger, output, json, signal, root }) {
    const sizes = String(options.sizes ?? defaultSizes)
      .split(',')
      .map(Number);
    if (sizes.some((size) => !Number.isInteger(size) || size < 1 || size > 10_000_000))
      throw new UsageError('--sizes takes whole numbers from 1 to 10000000.', {
        hint: 'Write them with commas: --sizes 1000,10000.',
      });
    const { benchScale } = await import('../../../context/bench/scale.ts');
    const { localEmbedder } = await import('../../../embedding/local/local-embedder.ts');
    const embedder = localEmbedder({ env, logger });
    try {
      const progress = (line: string) => logger.info(line);
      const results = await benchScale(
        sizes,
        { embedder, env, logger, signal, project: root },
        progress,
      );
      if (json) output.json({ results });
      else output.line(results.map(render).join('\n\n'));
    } finally {
      await embedder.close();
    }
    return 0;
  },
};

function render(result: ScaleResult): string {
  const { items, peers } = result;
  return [
    `${items} items`,
    `  inserted       ${result.insert_per_s} a second`,
    `  first question ${result.first_query_ms.toFixed(0)} ms`,
    `  question       p50 ${result.p50_ms.toFixed(1)} ms, p99 ${result.p99_ms.toFixed(1)} ms (embedding ${result.embedding_p50_ms.toFixed(1)} ms)`,
    `  vector recall  ${result.vector_recall_at_10.toFixed(3)} of the ten nearest`,
    `  on disk        ${result.file_mb.toFixed(1)} MB, in memory ${result.memory_mb} MB`,
    ...peers.map((peer) =>
      peer.skipped === undefined
        ? `  ${peer.engine.padEnd(14)} p50 ${peer.p50_ms?.toFixed(1)} ms, p99 ${peer.p99_ms?.toFixed(1)} ms, recall ${peer.recall_at_10?.toFixed(3)} (search alone)`
        : `  ${peer.engine.padEnd(14)} ${peer.skipped}`,
    ),
  ].join('\n');
}
