import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openProjectDatabase } from '../../../app/database.ts';
import { createLogger } from '../../../base/logger.ts';
import { leasePurpose } from '../../../loop/runs/engine/run-lease.ts';
import { runStore } from '../../../loop/runs/store/run-store.ts';
import { sampleEvents } from '../../../loop/runs/testing/sample-run.ts';
import { holdLease } from '../../../storage/hold-lease.ts';
import { storeSampleRun } from '../../run/testing/store-sample-run.ts';
import { ralphInTemporaryFolder } from '../../testing/ralph-in.ts';

async function ralphWithRun(options: { unended?: boolean } = {}) {
  const ralph = ralphInTemporaryFolder();
  await storeSampleRun(ralph.root, options);
  return ralph;
}
const open = (root: string) => openProjectDatabase(root, createLogger({ write: () => undefined }));

describe('a folder without runs', () => {
  it('says so, says what to do, and stays without a database', async () => {
    const ralph = ralphInTemporaryFolder();
    expect(await ralph.text('runs', 'list')).toBe('No runs. Start one with: ralph run');
    expect(await ralph.json('runs', 'list')).toEqual({ runs: [] });
    expect(await ralph.error('runs', 'show')).toContain('Start one with: ralph run');
    expect(await ralph.error('runs', 'watch')).toContain('There are no runs in this folder.');
    expect(await ralph.text('status')).toBe(
      'No run is under way.\n\nWhat to type next\n  ralph init  set Ralph up here',
    );
    expect(existsSync(path.join(ralph.root, '.ralph'))).toBe(false);
  });
});

it('a project that is set up and has done nothing yet is told how to begin', async () => {
  const ralph = ralphInTemporaryFolder();
  await ralph.text('init', '--yes', '--force');
  expect(await ralph.text('status')).toMatch(/ralph validate .*\n +ralph plan .*\n +ralph run /);
});

describe('ralph runs list', () => {
  it('is a table of the newest, or JSON, of one status when asked', async () => {
    const ralph = await ralphWithRun();
    await storeSampleRun(ralph.root, { id: 'run_second', unended: true });
    const table = await ralph.text('runs', 'list');
    expect(table).toMatch(/^RUN +STATUS +WORK +AGENT +DONE +COST +STARTED +WHY\n/);
    expect(table).toMatch(
      /run_sample +stopped +tasks +claude +2\/10 +\$0\.0612 +2026-03-04 05:06 UTC +the budget/,
    );
    expect(await ralph.json('runs', 'list', '--status', 'running')).toMatchObject({
      runs: [{ run_id: 'run_second', status: 'running', iterations: 2, gates_green: false }],
    });
    expect(await ralph.json('runs', 'list', '--limit', '1')).toHaveProperty('runs.length', 1);
    expect(await ralph.error('runs', 'list', '--limit', '0')).toContain('--limit is not a number');
  });
});

describe('reading', () => {
  it.each([
    ['an agent without a command', 'agents: { default: custom }\n'],
    ['settings that nobody knows', 'budgetz: 1\n'],
    ['no YAML at all', '{ [\n'],
  ])('works with %s in ralph.yaml', async (_, yaml) => {
    const ralph = await ralphWithRun();
    writeFileSync(path.join(ralph.root, 'ralph.yaml'), yaml);
    expect(await ralph.text('runs', 'list')).toContain('run_sample');
    expect(await ralph.text('runs', 'show')).toContain('run_sample');
    expect((await ralph.run('runs', 'watch')).stdout).toContain('Run stopped');
    expect(await ralph.json('runs', 'show')).toMatchObject({ result: { run_id: 'run_sample' } });
    expect(await ralph.text('status')).toContain('No run is under way.');
  });

  it('shows a configuration that no agent can be launched by, and says so', async () => {
    const ralph = ralphInTemporaryFolder();
    writeFileSync(path.join(ralph.root, 'ralph.yaml'), 'agents: { default: custom }\n');
    const { code, stdout, stderr } = await ralph.run('config', 'show', 'agents.default');
    expect({ code, stdout: stdout.trim() }).toEqual({ code: 0, stdout: 'custom' });
    expect(stderr).toContain('"custom" has no command');
  });
});

describe('on a terminal with colours', () => {
  it('headings of lists are bold, and no part of a colour code is printed as text', async () => {
    const ralph = ralphInTemporaryFolder({ terminal: true, color: true });
    await storeSampleRun(ralph.root);
    await ralph.text('feature', 'add', 'auth');
    for (const words of [
      ['runs', 'list'],
      ['feature', 'list'],
    ]) {
      const text = await ralph.text(...words);
      expect(text.startsWith('\u001b[1m')).toBe(true);
      expect(stripVTControlCharacters(text)).not.toMatch(/\[\d+m/);
    }
  });
});

describe('ralph runs show', () => {
  it('tells what was asked, what each iteration did, how to get work back, and what to type', async () => {
    const ralph = await ralphWithRun();
    const story = await ralph.text('runs', 'show', 'run_sam');
    await expect(story).toMatchFileSnapshot('__snapshots__/show.txt');
    expect(await ralph.json('runs', 'show')).toMatchObject({
      run: { id: 'run_sample', status: 'stopped' },
      result: { run_id: 'run_sample', changed_files: ['src/login.ts', 'src/user.ts'] },
      iterations: [
        { number: 1, status: 'rejected' },
        { number: 2, status: 'accepted' },
      ],
    });
    expect(JSON.stringify(await ralph.json('runs', 'show'))).not.toContain('"memory"');
  });

  it('shows one iteration in full', async () => {
    const ralph = await ralphWithRun();
    const story = await ralph.text('runs', 'show', 'latest', '--iteration', '2');
    await expect(story).toMatchFileSnapshot('__snapshots__/show-iteration.txt');
    expect(await ralph.json('runs', 'show', '--iteration', '1')).toMatchObject({
      iterations: [{ number: 1, rejection: { why: expect.any(String) } }],
    });
    expect(await ralph.error('runs', 'show', '--iteration', '7')).toContain('Its last one is 2.');
    expect(await ralph.error('runs', 'show', '--iteration', 'two')).toContain('count from 1');
    expect(await ralph.error('runs', 'show', 'run_x')).toContain('There is no run "run_x".');
  });
});

describe('ralph runs watch', () => {
  it('replays a run that has ended and exits as it did', async () => {
    const ralph = await ralphWithRun();
    const { code, stdout } = await ralph.run('runs', 'watch', 'latest');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^0:00:00 Run of the task queue with claude\n/);
    expect(stdout).toMatch(/1:02:40 ✗ Run stopped: the budget of 240 minutes is spent/);
    const lines = (await ralph.run('runs', 'watch', '--json')).stdout.split('\n');
    expect(lines.map((line) => JSON.parse(line).seq)).toEqual(sampleEvents.map(({ seq }) => seq));
  });

  it('follows a run of another process until that ends', async () => {
    const ralph = await ralphWithRun({ unended: true });
    const database = await open(ralph.root);
    const lease = await holdLease(database, { name: 'run', purpose: 'a test', ttlMs: 60_000 });
    const watched = ralph.run('runs', 'watch', '--json');
    const store = runStore(database);
    const spend = { input_tokens: 0, output_tokens: 0, cost_usd: null };
    const end = { status: 'complete', exit_code: 0, reason: 'it is done' } as const;
    await store.record('run_sample', null, { kind: 'warning', message: 'while watched' });
    await store.write('run_sample', {
      run: end,
      events: [{ iteration: null, event: { kind: 'run_ended', ...end, spend } }],
    });
    const { code, stdout } = await watched;
    await lease.release();
    await database.close();
    expect(code).toBe(0);
    expect(stdout).toMatch(/while watched.*\n.*"kind":"run_ended".*"it is done"/);
  });

  it('tells when nobody is at work on the run any more', async () => {
    const ralph = await ralphWithRun({ unended: true });
    const { code, stderr } = await ralph.run('runs', 'watch');
    expect(code).toBe(1);
    expect(stderr).toContain('was broken off');
    expect(stderr).toContain('ralph runs resume run_sample');
  });
});

describe('ralph runs resume', () => {
  it('says of a run without budget that it cannot go on, and what can', async () => {
    const ralph = await ralphWithRun();
    const database = await open(ralph.root);
    const memory = { active_ms: 240 * 60_000 };
    await runStore(database).write('run_sample', { run: { memory } });
    const before = await ralph.text('runs', 'show', '--json');
    const { code, stderr } = await ralph.run('runs', 'resume');
    expect(code).toBe(1);
    expect(stderr).toBe(
      'error: Run run_sample cannot go on: the budget of 60 minutes is spent (240 used).\n' +
        'Another run goes on from here, with a budget of its own: ralph run --tasks',
    );
    expect(await ralph.text('runs', 'show', '--json')).toBe(before);
    await database.close();
  });

  it('says at once of a run that somebody works on how to follow it', async () => {
    const ralph = await ralphWithRun({ unended: true });
    const database = await open(ralph.root);
    const held = { name: 'run', purpose: leasePurpose('run_sample'), ttlMs: 60_000 };
    const lease = await holdLease(database, held);
    const { code, stderr } = await ralph.run('runs', 'resume');
    expect(code).toBe(1);
    expect(stderr).toBe(
      `error: Run run_sample is under way in this root, in process ${process.pid}.\n` +
        'Follow it with "ralph runs watch run_sample", or end it with "ralph runs cancel run_sample".',
    );
    writeFileSync(path.join(ralph.root, 'goal.md'), 'Do it');
    const another = ['run', '--agent', 'demo', '--prompt-file', 'goal.md'];
    expect(await ralph.error(...another)).toContain(
      'Follow it with "ralph runs watch run_sample", or end it with "ralph runs cancel run_sample".',
    );
    await lease.release();
    await database.close();
  });
});

it('ralph runs note reaches a run that has stopped, and says how it goes on', async () => {
  const ralph = await ralphWithRun();
  expect(await ralph.text('runs', 'note', 'latest', 'Mind the tea')).toBe(
    'The next iteration of run_sample will read it. Go on with it: ralph runs resume run_sample',
  );
  const database = await open(ralph.root);
  const store = runStore(database);
  expect(await store.takeNotes('run_sample', 3)).toEqual(['Mind the tea']);
  await store.write('run_sample', { run: { memory: { active_ms: 240 * 60_000 } } });
  await database.close();
  expect(await ralph.error('runs', 'note', 'latest', 'Late')).toContain('cannot go on: the budget');
});

describe('ralph status', () => {
  it('names the run under way, tasks, questions, and what to type', async () => {
    const ralph = await ralphWithRun({ unended: true });
    await ralph.text('feature', 'add', 'auth');
    await ralph.text('discipline', 'add', 'backend');
    await ralph.text('task', 'add', 'Log in', '--feature', 'auth', '--discipline', 'backend');
    const database = await open(ralph.root);
    const lease = await holdLease(database, { name: 'run', purpose: 'a test', ttlMs: 60_000 });
    const text = await ralph.text('status');
    expect(text).toContain('Run run_sample, iteration 2/10 with claude: running: runs the gates');
    expect(text).toMatch(/Tasks: 0 of 1 done, 1 /);
    expect(text).toMatch(/ralph runs watch run_sample +follow it/);
    expect(await ralph.json('status')).toMatchObject({
      active_run: { run_id: 'run_sample', phase: 'gates' },
      last_run: null,
      tasks: { total: 1 },
      open_questions: [],
      next: [
        { command: 'ralph runs watch run_sample' },
        { command: 'ralph runs cancel run_sample' },
      ],
    });
    await lease.release();
    await database.close();
    expect(await ralph.text('status')).toMatch(/broken off[\s\S]*ralph runs resume run_sample/);
  });

  it('tells how the last run ended', async () => {
    const ralph = await ralphWithRun();
    const text = await ralph.text('status');
    expect(text).toContain('No run is under way.');
    expect(text).toContain('Last run run_sample stopped 2026-03-04 06:08:47 UTC: the budget');
    expect(text).toMatch(/ralph runs approve run_sample/);
  });
});
