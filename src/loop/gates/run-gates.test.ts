import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { Gate } from './gate.ts';
import { type GateRun, runGates } from './run-gates.ts';

const gate = (run: string, more: Partial<Gate> = {}): Gate => ({
  name: 'test',
  run,
  baseline: 'strict',
  ...more,
});

async function runOne(one: Gate, more: Partial<GateRun> = {}) {
  const lines: string[] = [];
  const results = await runGates([one], {
    cwd: temporaryFolder(),
    env: process.env,
    signal: new AbortController().signal,
    graceMs: 100,
    onLine: (_, line) => lines.push(line),
    ...more,
  });
  expect(results).toHaveLength(1);
  const [result] = results;
  if (!result) throw new Error('no result');
  return { ...result, lines };
}

/** Whether a process runs; one that has ended and waits to be reaped does not. */
function runs(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((wake) => setTimeout(wake, 20));
}

const stubborn =
  "process.on('SIGTERM', () => {}); require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)";
/** A child that ignores SIGTERM, started by a gate that then goes on. */
const withStubbornChild = (then: string) =>
  `node -e "${stubborn}" & while [ ! -s pid ]; do sleep 0.05; done; ${then}`;
const pidIn = (cwd: string) => Number(readFileSync(path.join(cwd, 'pid'), 'utf8'));

describe('a gate', () => {
  it('is green with exit code 0 and red with any other', async () => {
    expect(await runOne(gate('echo fine'))).toMatchObject({
      name: 'test',
      ok: true,
      exit_code: 0,
      timed_out: false,
      output_tail: 'fine\n',
      failures: [],
      unnamed_failures: 0,
    });
    expect(await runOne(gate('echo bad >&2; exit 3'))).toMatchObject({
      ok: false,
      exit_code: 3,
      output_tail: 'bad\n',
    });
    expect(await runOne(gate('no-such-program-here'))).toMatchObject({ ok: false, exit_code: 127 });
    expect(await runOne(gate('kill -9 $$'))).toMatchObject({ ok: false, exit_code: null });
  });

  it('names the tests that fail, as seen from the root', async () => {
    const cwd = temporaryFolder({
      'a.test.mjs':
        "import { test } from 'node:test'; test('works', () => {}); test('breaks', () => { throw new Error('x') });",
    });
    const result = await runOne(gate('node --test --test-reporter=tap a.test.mjs'), { cwd });
    expect(result).toMatchObject({ ok: false, exit_code: 1, unnamed_failures: 0 });
    expect(result.failures).toEqual(['a.test.mjs > breaks']);
  });

  it('names nothing when it is green, whatever it prints', async () => {
    const { failures, ok } = await runOne(gate("printf 'not ok 1 - x\\n1..1\\n'"));
    expect([ok, failures]).toEqual([true, []]);
  });

  it('runs in the root, without a terminal, without input, as in CI', async () => {
    const cwd = temporaryFolder({ 'node_modules/.bin/': '' });
    const { lines } = await runOne(
      gate('pwd; echo "CI=$CI"; test -t 1 || echo no-terminal; cat; echo "$PATH"'),
      { cwd, env: { PATH: process.env.PATH } },
    );
    expect(lines.slice(0, 3)).toEqual([cwd, 'CI=1', 'no-terminal']);
    expect(lines[3]).toBe(`${process.env.PATH}:${cwd}/node_modules/.bin`);
  });

  it('keeps the order of what it says on both streams', async () => {
    const { lines } = await runOne(gate('for n in 1 2 3; do echo out$n; echo err$n >&2; done'));
    expect(lines).toEqual(['out1', 'err1', 'out2', 'err2', 'out3', 'err3']);
  });

  it('is told why it did not start', async () => {
    const result = await runOne(gate('true'), { cwd: path.join(temporaryFolder(), 'gone') });
    expect(result).toMatchObject({ ok: false, exit_code: null });
    expect(result.output_tail).toMatch(/^The gate did not start: /);
    expect(await runOne(gate('echo \0'))).toMatchObject({ ok: false, exit_code: null });
  });
});

describe('what a gate prints', () => {
  it('is handed on line by line and kept to its end', async () => {
    const big = 'for (let n = 0; n < 20000; n++) console.log(String(n).padStart(99, "."))';
    const result = await runOne(gate(`node -e '${big}'`));
    expect(result.output_tail.length).toBeLessThan(17_000);
    expect(result.output_tail).toMatch(/^…\n\.+\d+\n/);
    expect(result.output_tail).toMatch(/19999\n$/);
    expect(result.lines).toHaveLength(20_000);
  });

  it('may be one endless line, garbage, colours and rewritten lines', async () => {
    const cwd = temporaryFolder({
      'print.js': `process.stdout.write(Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a]));
process.stdout.write('\\x1b[31mred\\x1b[0m\\n10%\\r50%\\r100%\\n');
process.stdout.write('y'.repeat(300000));`,
    });
    const { lines, output_tail } = await runOne(gate('node print.js'), { cwd });
    expect(lines[1]).toBe('red');
    expect(lines[2]).toBe('100%');
    expect(lines[3]?.length).toBeLessThan(5_000);
    expect(output_tail).toMatch(/^…\ny+$/);
    for (const text of [...lines, output_tail]) {
      for (const character of ['\u0000', '\u001b', '\r']) expect(text).not.toContain(character);
    }
  });

  it('shows no secret, neither in one line nor over several', async () => {
    const token = `ghp_${'a1B2c3'.repeat(6)}`;
    const body = `${'MIIEvQIBADANBgkq'.repeat(4)}\n`.repeat(3);
    const cwd = temporaryFolder({
      'said.txt': `token ${token}\n-----BEGIN PRIVATE KEY-----\n${body}-----END PRIVATE KEY-----\nafter\n`,
    });
    const { lines, output_tail } = await runOne(gate('cat said.txt'), { cwd });
    for (const text of [lines.join('\n'), output_tail]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain('MIIEvQ');
      expect(text).toContain('after');
    }
  });
});

describe('the processes of a gate', () => {
  it('are all gone when its time is up, also those that ignore being asked', async () => {
    const cwd = temporaryFolder();
    const result = await runOne(gate(withStubbornChild('sleep 60'), { timeout_s: 1.5 }), { cwd });
    expect(result).toMatchObject({ ok: false, exit_code: null, timed_out: true });
    expect(runs(pidIn(cwd))).toBe(false);
  });

  it('are all gone when it ended and left some behind', async () => {
    const cwd = temporaryFolder();
    const result = await runOne(gate(withStubbornChild('exit 0')), { cwd });
    expect(result).toMatchObject({ ok: true, exit_code: 0 });
    expect(runs(pidIn(cwd))).toBe(false);
  });

  it('are all gone when it is called off, and the gates after it do not run', async () => {
    const cwd = temporaryFolder();
    const stop = new AbortController();
    const running = runGates(
      [gate(withStubbornChild('sleep 60')), gate('touch second', { name: 'second' })],
      { cwd, env: process.env, signal: stop.signal, graceMs: 100 },
    );
    await until(() => existsSync(path.join(cwd, 'pid')) && pidIn(cwd) > 0);
    stop.abort();
    expect(await running).toMatchObject([{ ok: false, exit_code: null, timed_out: false }]);
    expect(runs(pidIn(cwd))).toBe(false);
    expect(existsSync(path.join(cwd, 'second'))).toBe(false);
  });

  it('do not start when it was called off before', async () => {
    const cwd = temporaryFolder();
    const signal = AbortSignal.abort();
    expect(await runGates([gate('touch x')], { cwd, env: process.env, signal })).toEqual([]);
    expect(existsSync(path.join(cwd, 'x'))).toBe(false);
  });
});

it('gates run one after another, and each is announced and reported', async () => {
  const said: string[] = [];
  const cwd = temporaryFolder();
  await runGates(
    [gate('sleep 0.2; echo one', { name: 'a' }), gate('echo two; false', { name: 'b' })],
    {
      cwd,
      env: process.env,
      signal: new AbortController().signal,
      onStart: ({ name }) => said.push(`start ${name}`),
      onLine: ({ name }, line) => said.push(`${name}: ${line}`),
      onResult: ({ name, ok }) => said.push(`${name} ${ok ? 'green' : 'red'}`),
    },
  );
  expect(said).toEqual(['start a', 'a: one', 'a green', 'start b', 'b: two', 'b red']);
});
