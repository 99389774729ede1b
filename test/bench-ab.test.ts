import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ralph } from './support/run-program.ts';
import { scratchFolder } from './support/scratch-folder.ts';

it('ralph bench ab runs trials with the real loop, keeps them, and goes on from there', async () => {
  const cwd = scratchFolder();
  const bench = (...words: string[]) =>
    ralph(['bench', 'ab', '--tasks', 'Rename a Queue', '--runs', '1', '--out', 'o', ...words], {
      cwd,
    });
  const first = await bench();
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain('2/2 Rename a Queue, run 1');
  expect(first.stdout).toMatch(/No more iterations on low tasks +1\.00 → 1\.00 +yes/);
  expect(first.stdout).toContain('simulated');
  const results = () => readFileSync(path.join(cwd, 'o/results.jsonl'), 'utf8');
  const before = results();
  expect(before.trim().split('\n')).toHaveLength(3);

  expect((await bench()).stdout).not.toContain('run 1');
  expect(results()).toBe(before);
  const other = await bench('--seed', '7');
  expect(other).toMatchObject({ code: 1 });
  expect(other.stderr).toContain('results of another configuration');
  expect(results()).toBe(before);

  const report = readFileSync(path.join(cwd, 'o/report.md'), 'utf8');
  expect(report).toContain('Every number here comes from a **simulated** agent');
  for (const heading of report.match(/^#+ .*$/gm) ?? []) expect(heading).toContain('(simulated)');
  expect(readFileSync(path.join(cwd, 'o/chart.svg'), 'utf8')).toContain('simulated agent');
}, 120_000);
