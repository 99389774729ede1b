import { expect, test } from 'vitest';
import { sampleIterations, sampleRun } from '../../loop/runs/testing/sample-run.ts';
import { nextSteps } from './next-steps.ts';

const iterations = sampleIterations.map((one) => ({ ...one, tampering: [] }));
const { options } = sampleRun;

function commands(given: {
  readonly iterations: number;
  readonly worktree: boolean;
  readonly options?: Partial<typeof options>;
  readonly budgets?: typeof options.budgets;
}) {
  const run = {
    ...sampleRun,
    branch: 'ralph/login',
    options: {
      ...options,
      ...given.options,
      worktree: given.worktree,
      budgets: { ...options.budgets, ...given.budgets, iterations: given.iterations },
    },
  };
  return nextSteps(run, iterations, false).map(([command]) => command.replace(run.id, 'ID'));
}

test('a run is not resumed into a budget that is spent', () => {
  expect(commands({ iterations: 10, worktree: false })).toEqual([
    'ralph runs resume ID',
    'ralph runs undo ID',
  ]);
  expect(commands({ iterations: 2, worktree: false })).toEqual([
    'ralph run --tasks',
    'ralph runs undo ID',
  ]);
  // 13,235 tokens were spent.
  const tokens = { ...options.budgets, tokens: 13_000 };
  expect(commands({ iterations: 10, worktree: false, budgets: tokens })[0]).toBe(
    'ralph run --tasks',
  );
});

test('what goes on is of the same kind, and may do no more', () => {
  const spent = { iterations: 2, worktree: false };
  expect(commands({ ...spent, options: { kind: 'understand' } })[0]).toBe('ralph understand');
  expect(commands({ ...spent, options: { mode: 'prompt' } })[0]).toBe('ralph run');
  expect(commands({ ...spent, options: { allow_edits: false } })[0]).toBe(
    'ralph run --tasks --read-only',
  );
});

test('a branch is compared with HEAD where it is not checked out itself', () => {
  expect(commands({ iterations: 2, worktree: true })).toEqual([
    'git diff HEAD...ralph/login',
    'ralph runs undo ID',
  ]);
});
