import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch-folder.ts';
import { writeFiles } from '../../../loop/testing/temporary-folder.ts';
import { loadBenchmark, shippedBenchmark } from './load-config.ts';
import { fingerprint, planTrials } from './plan.ts';

function load(text: string) {
  const folder = scratchFolder();
  writeFiles(folder, { 'ab.yaml': text });
  return loadBenchmark(`${folder}/ab.yaml`, 'ab.yaml');
}

const seedForm = `
benchmark_tasks:
  - name: "Simple File Creation"
    complexity: low
    expected_improvement: 0%
  - name: "Bug Fix"
    complexity: medium
    expected_improvement: 20-30%
  - name: "Feature Implementation"
    complexity: high
    expected_improvement: 15-25%
  - name: "Multi-Step Refactoring"
    complexity: high
    expected_improvement: 20-30%
  - name: "Error Recovery"
    complexity: medium
    expected_improvement: 25-40%

config:
  runs_per_task: 10
  variants: [baseline, mcp_enabled]
  randomize_order: true
`;

describe('the configuration of a benchmark', () => {
  it('names shipped tasks', async () => {
    const { tasks, settings } = await load(seedForm);
    expect(tasks.map(({ name }) => name)).toHaveLength(5);
    expect(tasks.every(({ history }) => history.length > 5)).toBe(true);
    expect(settings).toMatchObject({
      runs_per_task: 10,
      variants: ['baseline', 'context'],
      agent: 'simulated',
    });
  });

  it('takes tasks of the user', async () => {
    const { tasks } = await load(
      'benchmark_tasks: [{ name: Mine, prompt: Do it, repository: ../shop, commit: v1, gates: [{ name: t, run: "true" }] }]',
    );
    expect(tasks).toMatchObject([
      { name: 'Mine', complexity: 'medium', source: { kind: 'repository', commit: 'v1' } },
    ]);
  });

  it.each([
    ['benchmark_task: []', 'unknown key. Did you mean "benchmark_tasks"?'],
    ['config: { runs: 3 }', 'unknown key'],
    ['config: { agent: claud }', 'Did you mean "claude"?'],
    ['config: { agent: claude }', 'is missing: "claude" costs money or time.'],
    ['config: { variants: [baseline] }', 'has to name baseline and context.'],
    ['benchmark_tasks: [{ name: Bug Fxi }]', 'Did you mean "Bug Fix"?'],
    ['benchmark_tasks: [{ name: Mine, prompt: Do it }]', 'needs something to work on.'],
    ['benchmark_tasks: [{ name: M, prompt: x, files: {} }]', 'has no gates'],
    ['benchmark_tasks: [{ name: Bug Fix }, { name: Bug Fix }]', 'stands here twice'],
    ['benchmark_tasks: [{ name: Bug Fix, expected_improvement: lots }]', 'must be a percentage'],
  ])('refuses %s', async (text, message) => {
    await expect(load(text)).rejects.toThrow(message);
  });

  it('says where in the file', async () => {
    await expect(load('config:\n  seed: -1\n')).rejects.toThrow('ab.yaml:2:');
  });
});

describe('the plan', () => {
  it('has both variants of every pair with one seed, in an order that the seed mixes', () => {
    const benchmark = shippedBenchmark();
    const trials = planTrials(benchmark);
    expect(trials).toHaveLength(benchmark.tasks.length * 20);
    const seeds = new Set(trials.map(({ seed }) => seed));
    expect(seeds.size).toBe(trials.length / 2);
    expect(planTrials(benchmark)).toEqual(trials);
    const other = { ...benchmark, settings: { ...benchmark.settings, seed: 2 } };
    expect(planTrials(other).map(({ task }) => task.name)).not.toEqual(
      trials.map(({ task }) => task.name),
    );
    expect(fingerprint(other)).not.toBe(fingerprint(benchmark));
  });
});
