import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { sampleRun as run, sampleEvents, sampleIterations } from '../testing/sample-run.ts';
import { logPathFor } from './log-names.ts';
import { runResultSchema } from './run-result.ts';
import { openTranscript } from './transcript.ts';

const token = `ghp_${'a1'.repeat(18)}`;
const logOf = (root: string) => readFileSync(path.join(root, run.log_path), 'utf8');
const [started] = sampleEvents;
if (!started) throw new Error('the sample is empty');
const warning = (message: string) => ({ ...started, event: { kind: 'warning', message } }) as const;

test('the log tells the whole run, and the summary beside it is the result', async () => {
  const root = temporaryFolder();
  const transcript = openTranscript({ root, run });
  for (const recorded of sampleEvents) {
    transcript.event(recorded);
    if (recorded.seq === 5) {
      transcript.prompt('Do it.\nAll of it.');
      transcript.agentLine('{"type":"text"}', 'stdout');
      transcript.agentLine('a complaint', 'stderr');
    }
    if (recorded.event.kind === 'gate_started') transcript.gateLine(recorded.event.name, 'ok 1');
  }
  transcript.close(run, sampleIterations);

  await expect(logOf(root)).toMatchFileSnapshot('__snapshots__/transcript.txt');
  const folder = path.dirname(path.join(root, run.log_path));
  expect(readdirSync(folder).sort()).toEqual([
    '20260304-050607_ralph_run.log',
    '20260304-050607_ralph_run.summary.json',
  ]);
  expect(statSync(path.join(root, run.log_path)).mode & 0o077).toBe(0);
  const summary: unknown = JSON.parse(
    readFileSync(path.join(folder, '20260304-050607_ralph_run.summary.json'), 'utf8'),
  );
  expect(runResultSchema.parse(summary)).toMatchObject({
    run_id: 'run_sample',
    status: 'stopped',
    summary:
      'The run was stopped after 2 iterations: the budget of 240 minutes is spent (240 used). 1 iteration had to be rejected.',
    changed_files: ['src/login.ts', 'src/user.ts'],
    commits: ['0a1b2c3'],
    gates: [
      { name: 'lint', ok: true },
      { name: 'test', ok: false },
    ],
    cost: 0.0612,
    tokens: { input: 12_800, output: 435, total: 13_235 },
  });
});

test('no secret and nothing that steers a terminal reaches the log, from whichever source', () => {
  const root = temporaryFolder();
  const transcript = openTranscript({ root, run });
  const evil = `\x1b]0;title\x07\x1b[2J${token}\rover`;
  transcript.event(warning(evil));
  transcript.prompt(evil);
  transcript.agentLine(
    JSON.stringify({ text: evil, key: `-----BEGIN RSA PRIVATE KEY-----\nMIIE` }),
    'stdout',
  );
  transcript.agentLine(evil, 'stderr');
  transcript.gateLine('test', evil);
  for (const line of [
    '-----BEGIN RSA PRIVATE KEY-----',
    'MIIEpAIBAAKCAQEA7',
    '-----END RSA PRIVATE KEY-----',
  ])
    transcript.agentLine(line, 'stdout');
  transcript.agentLine('after the key', 'stdout');
  transcript.close(run, []);

  const log = logOf(root);
  expect(log).not.toContain(token);
  expect(log).not.toContain('MIIEpAIBAAKCAQEA7');
  expect(log).toContain('agent| after the key');
  expect(log.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  // A line that the agent forged still carries the mark of its source.
  expect(log).toContain('agent!| over');
});

test('a resumed run goes on in the same file, after the line that a kill cut off', () => {
  const root = temporaryFolder();
  openTranscript({ root, run }).event(warning('before'));
  appendFileSync(path.join(root, run.log_path), 'half a li');
  const resumed = openTranscript({ root, run });
  resumed.event(warning('after'));
  resumed.close(run, []);
  expect(logOf(root).split('\n')).toEqual([
    expect.stringContaining('before'),
    'half a li',
    expect.stringContaining('after'),
    '',
  ]);
});

test('a log that the agent deletes comes back whole', () => {
  const root = temporaryFolder();
  const transcript = openTranscript({ root, run });
  transcript.event(warning('before'));
  rmSync(path.join(root, '.ralph'), { recursive: true });
  transcript.agentLine('cleaned', 'stdout');
  transcript.close(run, []);
  expect(logOf(root)).toMatch(/before\n {2}agent\| cleaned\n$/);
});

test('a log cannot be led out of the project, and trouble on the way does not stop the run', () => {
  const root = temporaryFolder();
  const outside = temporaryFolder();
  mkdirSync(path.join(root, '.ralph'));
  symlinkSync(outside, path.join(root, '.ralph', 'logs'));
  expect(() => openTranscript({ root, run })).toThrow('leads out of the project');

  rmSync(path.join(root, '.ralph', 'logs'));
  const transcript = openTranscript({ root, run });
  rmSync(path.join(root, '.ralph'), { recursive: true });
  writeFileSync(path.join(root, '.ralph'), 'a file in the way');
  transcript.event(warning('lost'));
  transcript.close(run, []);
  expect(readFileSync(path.join(root, '.ralph'), 'utf8')).toBe('a file in the way');
  expect(readdirSync(outside)).toEqual([]);
});

test('log names are times in UTC, the next second when one is taken', () => {
  const time = new Date('2026-12-31T23:59:59.900Z');
  const first = logPathFor(time, 'ralph_understand', () => false);
  expect(first).toBe('.ralph/logs/20261231-235959_ralph_understand.log');
  expect(logPathFor(time, 'ralph_understand', (taken) => taken === first)).toBe(
    '.ralph/logs/20270101-000000_ralph_understand.log',
  );
});
