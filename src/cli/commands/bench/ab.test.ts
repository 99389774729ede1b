import { expect, it } from 'vitest';
import { writeFiles } from '../../../loop/testing/temporary-folder.ts';
import { ralphInTemporaryFolder } from '../../testing/ralph-in.ts';

it('plans without running anything', async () => {
  const { json, text } = ralphInTemporaryFolder();
  expect(await json('bench', 'ab', '--dry-run', '--runs', '3', '--tasks', 'bug fix')).toMatchObject(
    {
      agent: 'simulated',
      trials: 6,
      most_iterations: 120,
      most_cost_usd: 0,
      tasks: [{ name: 'Bug Fix', complexity: 'medium', expected_improvement: '20-30%' }],
    },
  );
  expect(await text('bench', 'ab', '--dry-run')).toContain('300 trials (15 tasks');
});

it('names the tasks there are', async () => {
  const { error } = ralphInTemporaryFolder();
  expect(await error('bench', 'ab', '--tasks', 'nothing')).toContain('Simple File Creation');
});

it('refuses a real agent without a budget', async () => {
  const { root, error } = ralphInTemporaryFolder();
  writeFiles(root, { 'ab.yaml': 'config: { agent: codex }\n' });
  expect(await error('bench', 'ab', '--config', 'ab.yaml')).toContain('budgets: { cost_usd: 20');
});
