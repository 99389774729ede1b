import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { endLaunch } from '../../base/processes/end-launch.ts';
import { fakeProgram, temporaryFolder } from '../testing/temporary-folder.ts';
import type { AgentEvent } from './adapter.ts';
import { launch, launchDemo } from './testing/launch.ts';

/** A process that has ended but that nobody has waited for yet is a zombie, and no longer runs. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout);
}

/** Leaves a child that ignores being asked, and one that has also left the group; their ids are in files. */
const strays =
  'sh -c \'trap "" TERM; echo $$ > stubborn; while :; do sleep 1; done\' & ' +
  'setsid sh -c \'trap "" TERM; echo $$ > daemon; while :; do sleep 1; done\' & ' +
  'until test -s stubborn && test -s daemon; do sleep 0.05; done';

function expectNoStrays(cwd: string): void {
  const pids = ['stubborn', 'daemon'].map((name) =>
    Number(readFileSync(path.join(cwd, name), 'utf8')),
  );
  expect(pids.map(isRunning)).toEqual([false, false]);
}

describe('launchAgent', () => {
  it('gives the prompt on stdin, closes it, and tells what happened', async () => {
    const prompt = `line one\n${'x'.repeat(300_000)}\nlast`;
    const command = 'cat > got.txt; echo working; echo careful >&2; echo done';
    const { outcome, events, lines, cwd } = await launch('custom', { intent: { prompt, command } });
    expect(readFileSync(path.join(cwd, 'got.txt'), 'utf8')).toBe(prompt);
    expect(outcome).toEqual({
      exit_code: 0,
      signal: null,
      ended: 'exited',
      last_text: 'done',
      events: { text: 2 },
      usage: null,
      cost_usd: null,
      mcp_failed: false,
    });
    expect(events).toHaveLength(2);
    expect([...lines].sort()).toEqual(['stderr: careful', 'stdout: done', 'stdout: working']);
  });

  it('does not mind an agent that reads nothing', async () => {
    const prompt = 'x'.repeat(1_000_000);
    const { outcome } = await launch('custom', { intent: { prompt, command: 'exit 0' } });
    expect(outcome).toMatchObject({ exit_code: 0, ended: 'exited' });
  });

  it('explains an exit code by what was said on stderr', async () => {
    const command = 'echo "not logged in" >&2; exit 3';
    const { outcome } = await launch('custom', { intent: { command } });
    expect(outcome).toMatchObject({ exit_code: 3, error: { auth: false } });
    expect(outcome.error?.message).toBe('The agent ended with exit code 3.\nnot logged in');
  });

  it('says that a program is not there', async () => {
    const { outcome } = await launch('claude', { intent: { env: { PATH: temporaryFolder() } } });
    expect(outcome).toMatchObject({ ended: 'failed_to_start', exit_code: null });
    expect(outcome.error?.message).toBe('Cannot start claude: there is no program "claude".');
    const nowhere = await launch('custom', { intent: { command: 'true', cwd: '/does/not/exist' } });
    expect(nowhere.outcome.ended).toBe('failed_to_start');
    const impossible = await launch('demo', { intent: { extraArgs: ['a\0b'] } });
    expect(impossible.outcome.ended).toBe('failed_to_start');
  });

  it('ends an agent that is silent for too long, and all that it started', async () => {
    const command = `${strays}; echo working; trap "" TERM; sleep 60`;
    const { outcome, cwd } = await launch('custom', { intent: { command }, idleTimeoutMs: 1_500 });
    expect(outcome).toMatchObject({ ended: 'idle', signal: 'SIGKILL', last_text: 'working' });
    expectNoStrays(cwd);
  });

  it('does not take for silent what keeps talking, on either stream', async () => {
    const command = 'for i in 1 2 3 4 5 6; do sleep 0.3; echo . >&2; done';
    const { outcome } = await launch('custom', { intent: { command }, idleTimeoutMs: 1_200 });
    expect(outcome.ended).toBe('exited');
  });

  it('takes complaints for silence, where an agent has a stream for its work', async () => {
    const bin = temporaryFolder();
    fakeProgram(bin, 'claude', 'while :; do sleep 0.2; echo "trying again" >&2; done');
    const { outcome, lines } = await launch('claude', {
      intent: { env: { PATH: `${bin}:${process.env.PATH}` } },
      idleTimeoutMs: 1_000,
    });
    expect(outcome.ended).toBe('idle');
    expect(lines).toContain('stderr: trying again');
  });

  it('ends an agent that is no longer wanted, and all that it started', async () => {
    const stop = new AbortController();
    const { outcome, cwd } = await launch('custom', {
      intent: { command: `${strays}; echo ready; sleep 60` },
      signal: stop.signal,
      onLine: () => stop.abort(),
    });
    expect(outcome).toMatchObject({ ended: 'aborted', signal: 'SIGTERM' });
    expectNoStrays(cwd);
  });

  it('starts nothing when it is not wanted from the outset', async () => {
    const { outcome, lines } = await launch('custom', {
      intent: { command: 'echo ran' },
      signal: AbortSignal.abort(),
    });
    expect(outcome.ended).toBe('aborted');
    expect(lines).toEqual([]);
  });

  it('leaves nothing behind after an exit, and does not wait for streams held open', async () => {
    const { outcome, cwd } = await launch('custom', {
      intent: { command: `${strays}; echo done; exit 0` },
    });
    expect(outcome).toMatchObject({ ended: 'exited', exit_code: 0, last_text: 'done' });
    expectNoStrays(cwd);
  });

  it('can be ended by another process that only knows its id', async () => {
    const launchId = 'a-launch-of-a-dead-ralph';
    const running = launch('custom', {
      intent: { command: `${strays}; echo ready; sleep 60` },
      launchId,
      onLine: () => void endLaunch({ id: launchId }, 100),
    });
    const { outcome, cwd } = await running;
    expect(outcome.ended).toBe('exited');
    expect(outcome.signal).not.toBeNull();
    expectNoStrays(cwd);
  });

  it('ends the agent before it throws what a listener threw', async () => {
    const cwd = temporaryFolder();
    const failing = launch('custom', {
      intent: { command: `${strays}; echo ready; sleep 60`, cwd },
      onEvent() {
        throw new Error('disk full');
      },
    });
    await expect(failing).rejects.toThrow('disk full');
    expectNoStrays(cwd);
  });

  it('survives bytes that are no stream at all', async () => {
    const bin = temporaryFolder();
    fakeProgram(bin, 'claude', 'head -c 3000000 /dev/urandom; printf "\\n{"');
    const { outcome } = await launch('claude', {
      intent: { env: { PATH: `${bin}:${process.env.PATH}` } },
    });
    expect(outcome).toMatchObject({ ended: 'exited', exit_code: 0, last_text: '' });
    expect(Object.keys(outcome.events)).toEqual(['raw']);
  });
});

describe('the scripted agent', () => {
  const server = path.join(import.meta.dirname, 'testing', 'report-server.mjs');

  it('does what its script says, and calls tools over MCP', async () => {
    const notes = path.join(temporaryFolder(), 'notes.txt');
    const mcpConfig = {
      mcpServers: {
        ralph: { command: process.execPath, args: [server], env: { REPORT_FILE: notes } },
      },
    };
    const { outcome, events, cwd } = await launchDemo(
      [
        { say: 'Starting.' },
        { write: 'src/new.txt', text: 'hello' },
        { write: 'gone.txt', text: 'x' },
        { delete: 'gone.txt' },
        { save_prompt: 'prompt.txt' },
        { run: 'cat src/new.txt; exit 4' },
        { call: 'report', arguments: { note: 'from the demo' } },
        { call: 'missing' },
        { event: { kind: 'usage', input_tokens: 10, output_tokens: 2 } },
        { event: { kind: 'cost', usd: 0.25 } },
        { sleep_ms: 1 },
        { say: '<promise>COMPLETE</promise>' },
        { exit: 0 },
      ],
      { intent: { mcpConfig, prompt: 'do it' } },
    );
    expect(outcome).toMatchObject({
      exit_code: 0,
      last_text: '<promise>COMPLETE</promise>',
      usage: { input_tokens: 10, output_tokens: 2 },
      cost_usd: 0.25,
      mcp_failed: false,
    });
    const ends = events.filter((event) => event.kind === 'tool_end');
    expect(ends.map(({ tool, ok, output }) => [tool, ok, output])).toEqual([
      ['write', true, undefined],
      ['write', true, undefined],
      ['write', true, undefined],
      ['shell', false, 'hello'],
      ['mcp__ralph__report', true, '{"noted":"from the demo"}'],
      ['mcp__ralph__missing', false, expect.stringContaining('no tool missing')],
    ]);
    expect(readFileSync(notes, 'utf8')).toBe('from the demo\n');
    expect(readFileSync(path.join(cwd, 'prompt.txt'), 'utf8')).toBe('do it');
  });

  it('says so when its server does not start', async () => {
    const mcpConfig = { mcpServers: { ralph: { command: '/does/not/exist' } } };
    const { outcome } = await launchDemo([{ call: 'report' }, { exit: 7 }], {
      intent: { mcpConfig },
    });
    expect(outcome).toMatchObject({ mcp_failed: true, exit_code: 7 });
  });

  it('takes the first turn whose work is not done yet', async () => {
    const folder = temporaryFolder({
      'script.json': JSON.stringify({
        turns: [
          { until_exists: 'one', steps: [{ write: 'one', text: '1' }, { say: 'first' }] },
          { until_exists: 'two', steps: [{ write: 'two', text: '2' }, { say: 'second' }] },
          { steps: [{ say: 'nothing left' }] },
        ],
      }),
    });
    const env = { PATH: process.env.PATH, RALPH_DEMO_SCRIPT: path.join(folder, 'script.json') };
    const said = [];
    for (let turn = 0; turn < 3; turn++)
      said.push((await launch('demo', { intent: { env, cwd: folder } })).outcome.last_text);
    expect(said).toEqual(['first', 'second', 'nothing left']);
  });

  it('keeps its files to itself', async () => {
    const scratch = path.join(temporaryFolder(), 'deep', 'scratch');
    const mcpConfig = { mcpServers: { ralph: { command: 'x', env: { TOKEN: 'secret' } } } };
    await launchDemo([], { intent: { scratch, mcpConfig } });
    expect(statSync(path.join(scratch, 'mcp.json')).mode & 0o777).toBe(0o600);
    expect(statSync(scratch).mode & 0o777).toBe(0o700);
  });
});

describe('events', () => {
  it('arrive while the agent works, not when it is done', async () => {
    const seen: AgentEvent['kind'][] = [];
    const stop = new AbortController();
    await launchDemo([{ say: 'early' }, { sleep_ms: 60_000 }], {
      signal: stop.signal,
      onEvent(event) {
        seen.push(event.kind);
        stop.abort();
      },
    });
    expect(seen).toEqual(['text']);
  });
});
