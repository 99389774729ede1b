import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch-folder.ts';
import { openResults, type ResultsHeader, type TrialRecord } from './results.ts';
import { leftOf, spentOn } from './spending.ts';

const header: ResultsHeader = {
  ralph_ab: 1,
  fingerprint: 'a',
  seed: 1,
  agent: 'simulated',
  max_iterations: 20,
  version: '0',
};

const record: TrialRecord = {
  task: 'Bug Fix',
  task_fingerprint: 't',
  complexity: 'medium',
  run: 1,
  variant: 'baseline',
  outcome: 'complete',
  iterations: 3,
  reason: null,
  spend: { input_tokens: 900, output_tokens: 100, cost_usd: 0.5 },
  seconds: 60,
  prompt_tokens: [300],
  launch_tokens: [1000],
  injected: 0,
  cited: 0,
  retrieved_items: 0,
  helpful_items: 0,
  errors_seen: 1,
  errors_recovered: 1,
  recovery_iterations: [3],
};

const none = new Map<string, string>();

it('go on where a killed process left them', async () => {
  const folder = scratchFolder();
  await (await openResults(folder, header, none)).append(record);
  const file = path.join(folder, 'results.jsonl');
  const whole = readFileSync(file, 'utf8');
  appendFileSync(file, '{"task":"Bug Fix","run":2,"vari');
  const again = await openResults(folder, header, none);
  expect(again.records).toEqual([record]);
  expect(readFileSync(file, 'utf8')).toBe(whole);
  await again.append({ ...record, run: 2 });
  expect((await openResults(folder, header, none)).records).toHaveLength(2);
});

it('of another configuration, or another task of that name, are not mixed in', async () => {
  const folder = scratchFolder();
  await (await openResults(folder, header, none)).append(record);
  await expect(openResults(folder, { ...header, fingerprint: 'b' }, none)).rejects.toThrow(
    'results of another configuration (agent simulated, seed 1',
  );
  await expect(openResults(folder, header, new Map([['Bug Fix', 'other']]))).rejects.toThrow(
    'results of another task called "Bug Fix"',
  );
});

it('name a line that is none', async () => {
  const folder = scratchFolder();
  await openResults(folder, header, none);
  appendFileSync(path.join(folder, 'results.jsonl'), '{"task":1}\n');
  await expect(openResults(folder, header, none)).rejects.toThrow(
    'results.jsonl:2 is not a result',
  );
});

it('spend a budget until it is used up', () => {
  const spent = spentOn([record, record]);
  expect(spent).toEqual({ cost_usd: 1, tokens: 2000, minutes: 2 });
  expect(leftOf({ cost_usd: 4, minutes: 10 }, spent)).toEqual({
    left: { cost_usd: 3, minutes: 8 },
    usedUp: undefined,
  });
  expect(leftOf({ tokens: 2000 }, spent)).toMatchObject({ usedUp: 'tokens' });
  expect(leftOf(undefined, spent)).toEqual({ left: {}, usedUp: undefined });
});
