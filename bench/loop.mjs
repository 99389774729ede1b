// What an iteration costs besides the agent: `ralph run` on a repository of 2,000 files against a bare shell loop
// around the same agent, in the same run. CPU time of all processes; the start of the program is taken out by
// comparing a short run with a long one. Once with the memory off, and once with it on, model and all.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { median } from './frame/averages.mjs';
import { oursAtMost } from './frame/rows.mjs';
import { cpuOf } from './loop/cpu-of.mjs';
import { makeRepository } from './loop/make-repository.mjs';

const files = 2_000;
const few = 2;
const many = 32;
const rounds = 5;

export async function run({ root }) {
  const ralph = path.join(root, 'dist/ralph.cjs');
  const work = mkdtempSync(path.join(os.tmpdir(), 'ralph-bench-loop-'));
  const env = { ...process.env, XDG_DATA_HOME: path.join(work, 'data'), HOME: work };
  try {
    const perIteration = { baseline: [], ours: [], remembering: [] };
    for (let round = 0; round < rounds; round++) {
      const cpu = (name, iterations) => {
        const repository = path.join(work, `${round}-${name}-${iterations}`);
        makeRepository(repository, files, { memory: name === 'remembering' });
        const command =
          name !== 'baseline'
            ? [process.execPath, ralph, 'run', String(iterations), '--agent-cmd', 'sh agent.sh']
            : ['sh', 'loop.sh', String(iterations)];
        const used = cpuOf(command, { cwd: repository, env, agentRuns: iterations });
        rmSync(repository, { recursive: true, force: true });
        return used;
      };
      const names = ['baseline', 'ours', 'remembering'];
      for (const name of round % 2 ? names.reverse() : names) {
        perIteration[name].push((cpu(name, many) - cpu(name, few)) / (many - few));
      }
    }
    const baseline = median(perIteration.baseline);
    const ours = median(perIteration.ours);
    const remembering = median(perIteration.remembering);
    return [
      {
        name: `overhead of one iteration on ${files} files (all but the agent), CPU ms`,
        baseline: 'a bare shell loop around the same agent, agent included',
        baseline_value: baseline,
        our_value: ours - baseline,
        ratio: ours / baseline,
        limit: oursAtMost(150),
        minima: {
          ours: Math.min(...perIteration.ours),
          baseline: Math.min(...perIteration.baseline),
        },
      },
      {
        name: 'the same with the memory on: an iteration recalled, stored and embedded, CPU ms',
        baseline: 'with the memory off, in the same run',
        baseline_value: ours,
        our_value: remembering,
        ratio: remembering / ours,
        minima: {
          ours: Math.min(...perIteration.remembering),
          baseline: Math.min(...perIteration.ours),
        },
      },
    ];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
