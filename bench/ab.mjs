// Runs with context against runs without it, by `ralph bench ab`, with the agent that it simulates: one trial of each
// task and variant here, ten with --full.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ralphJson } from './frame/ralph-bench.mjs';
import { ratioAtMost, row } from './frame/rows.mjs';

/** The trials of a task; with so few, only a large loss says something. */
const few = 1;

export async function run({ root, full }) {
  const out = mkdtempSync(path.join(os.tmpdir(), 'ralph-bench-ab-'));
  try {
    const runs = full ? [] : ['--runs', String(few)];
    const { simulated, comparisons } = await ralphJson(root, [
      'bench',
      'ab',
      '--out',
      out,
      ...runs,
    ]);
    return comparisons.map(({ name, tasks, pairs, baseline, context, by_task }) =>
      row(
        `iterations, ${name} tasks (${tasks} tasks, ${pairs} pairs${simulated ? ', simulated' : ''})`,
        context.iterations,
        'the same without context',
        baseline.iterations,
        {
          // Promised for medium and complex tasks together, and no loss on simple ones.
          ...(name === 'medium and high' && { limit: ratioAtMost(full ? 0.85 : 1) }),
          ...(name === 'low' && { limit: ratioAtMost(1) }),
          detail: { p: by_task },
        },
      ),
    );
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
