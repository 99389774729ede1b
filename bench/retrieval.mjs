// How well context is found, by `ralph bench retrieval`: on a small set written for this purpose, which tells whether
// something broke, or on real ones with --data, which tells how good it is.
import path from 'node:path';
import { mean } from './frame/averages.mjs';
import { ralphJson } from './frame/ralph-bench.mjs';
import { ratioAtLeast, row } from './frame/rows.mjs';
import { setsBelow } from './frame/sets.mjs';

export async function run({ root, data }) {
  const sets = data
    ? setsBelow(data, 'retrieval')
    : setsBelow(path.join(root, 'bench/sets'), 'retrieval');
  const rows = [];
  const measured = [];
  for (const { name, folder } of sets) {
    const report = await ralphJson(root, ['bench', 'retrieval', '--data', folder]);
    const ndcg = Object.fromEntries(report.results.map((each) => [each.system, each['ndcg@10']]));
    measured.push(ndcg);
    const title = `nDCG@10 on ${name} (${report.documents} documents, ${report.queries} questions)`;
    rows.push(
      row(title, ndcg.default, 'bm25', ndcg.bm25),
      row(title, ndcg.default, 'zscore, the fixed fusion', ndcg.zscore),
      row(title, ndcg.default, 'additive', ndcg.additive, { limit: ratioAtLeast(1) }),
      row(title, ndcg.default, 'weaker of bm25 and vectors', Math.min(ndcg.bm25, ndcg.vectors), {
        limit: ratioAtLeast(1),
      }),
      row(
        `silence on ${name}: AUC`,
        report.silence.auc,
        'a BM25 coverage gate',
        report.silence.coverage_gate.auc,
        { limit: ratioAtLeast(1) },
      ),
    );
  }
  if (measured.length > 1) {
    const average = (system) => mean(measured.map((ndcg) => ndcg[system]));
    const title = `nDCG@10, mean of ${measured.length} sets`;
    rows.push(
      row(title, average('default'), 'bm25', average('bm25'), { limit: ratioAtLeast(1.12) }),
      row(title, average('default'), 'zscore, the fixed fusion', average('zscore'), {
        limit: ratioAtLeast(1.02),
      }),
    );
  }
  return rows;
}
