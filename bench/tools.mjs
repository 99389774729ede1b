// How well tools are found, by `ralph bench tools`: Ralph's own tools with questions written for this purpose, or real
// sets with --data.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { mean } from './frame/averages.mjs';
import { ralphJson } from './frame/ralph-bench.mjs';
import { oursAtLeast, oursAtMost, row } from './frame/rows.mjs';
import { setsBelow } from './frame/sets.mjs';

const others = ['regex', 'bm25', 'bm25f', 'vectors', 'rrf'];
/** Of a set of thousands; --full asks them all. */
const questions = 300;

export async function run({ root, data, full }) {
  const own = mkdtempSync(path.join(os.tmpdir(), 'ralph-bench-tools-'));
  try {
    if (!data) await writeOwnSet(root, own);
    const sets = setsBelow(data ?? own, data ? 'tools' : '.').filter(
      ({ name }) => name !== 'foreign',
    );
    const limit = full ? [] : ['--limit', String(questions)];
    const rows = [];
    const recalls = [];
    for (const { name, folder } of sets) {
      const report = await ralphJson(root, ['bench', 'tools', '--data', folder, ...limit]);
      const of = (system) => report.results.find((each) => each.system === system);
      const ours = of('default');
      const best = others.map(of).sort((a, b) => b['recall@5'] - a['recall@5'])[0];
      recalls.push({ ours: ours['recall@5'], best: best['recall@5'] });
      const size = `${report.tools} tools, ${report.queries} questions`;
      rows.push(
        row(
          `recall@5 on ${name} (${size})`,
          ours['recall@5'],
          `best of five: ${best.system}`,
          best['recall@5'],
          {
            // At most a point below whichever is best on this set.
            limit: oursAtLeast(best['recall@5'] - 0.01),
          },
        ),
        row(`search on ${name}, p95 ms without embedding`, ours.p95_ms, 'rrf', of('rrf').p95_ms, {
          limit: oursAtMost(30),
        }),
      );
      if (ours.false_answers !== null)
        rows.push(
          row(
            `share of ${report.foreign_queries} foreign questions that got tools, ${name}`,
            ours.false_answers,
            'bm25f',
            of('bm25f').false_answers,
          ),
        );
    }
    if (recalls.length > 1) {
      const best = mean(recalls.map((each) => each.best));
      rows.push(
        row(
          `recall@5, mean of ${recalls.length} sets`,
          mean(recalls.map((each) => each.ours)),
          'best of five on each',
          best,
          { limit: oursAtLeast(best + 0.02) },
        ),
      );
    }
    return rows;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** The tools of this very version, with the questions that are kept beside this file. */
async function writeOwnSet(root, folder) {
  cpSync(path.join(root, 'bench/sets/tools'), folder, { recursive: true });
  const { tools } = await ralphJson(root, ['tool', 'list']);
  const lines = tools.map(({ name, description, toolset, category, input_schema }) => ({
    id: `ralph/${name}`,
    server: toolset,
    name,
    description,
    category,
    params: Object.fromEntries(
      Object.entries(input_schema.properties ?? {}).map(([param, about]) => [
        param,
        about.description ?? '',
      ]),
    ),
  }));
  mkdirSync(path.join(folder, 'ralph'), { recursive: true });
  writeFileSync(
    path.join(folder, 'ralph/tools.jsonl'),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
}
