// The context store as it grows, by `ralph bench scale`. sqlite-vec scans the same vectors in the same run; it only
// finds neighbours, where we also search words, read the rows and rank.
import { ralphJson } from './frame/ralph-bench.mjs';
import { oursAtMost, ratioAtLeast, row } from './frame/rows.mjs';

const sizes = [1_000, 10_000];
const fullSizes = [...sizes, 100_000, 1_000_000];
/** The size that milliseconds were promised for, embedding included. */
const promised = 100_000;

export async function run({ root, full }) {
  const wanted = full ? fullSizes : sizes;
  const { results } = await ralphJson(root, ['bench', 'scale', '--sizes', wanted.join(',')]);
  return results.flatMap((result, place) => rowsOf(result, results[place - 1]));
}

function rowsOf(result, before) {
  const { items } = result;
  const scan = result.peers.find(({ engine }) => engine === 'sqlite-vec');
  const at = `at ${items} items`;
  const withEmbedding = (which) => `question ${at}, ${which} ms with embedding`;
  if (scan?.p50_ms === undefined) {
    // Beyond what sqlite-vec is run on, growth is what can be compared.
    if (items <= promised) throw new Error(`sqlite-vec did not run ${at}: ${scan?.skipped}`);
    const name = `ours at ${before.items} items`;
    return [
      row(withEmbedding('p50'), result.p50_ms, name, before.p50_ms),
      row(`vector recall@10 ${at}`, result.vector_recall_at_10, name, before.vector_recall_at_10),
    ];
  }
  const name = 'sqlite-vec float scan';
  const search = result.p50_ms - result.embedding_p50_ms;
  const keeps = (most) => (items === promised ? { limit: oursAtMost(most) } : {});
  return [
    row(`question ${at}, p50 ms without embedding`, search, name, scan.p50_ms, {
      detail: { file_mb: result.file_mb, memory_mb: result.memory_mb },
    }),
    row(withEmbedding('p50'), result.p50_ms, name, scan.p50_ms, keeps(50)),
    row(withEmbedding('p99'), result.p99_ms, name, scan.p99_ms, keeps(100)),
    row(`vector recall@10 ${at}`, result.vector_recall_at_10, name, scan.recall_at_10, {
      limit: ratioAtLeast(0.95),
    }),
  ];
}
