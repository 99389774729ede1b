import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bundleFixture } from './support/bundle-fixture.ts';
import { until } from './support/mcp-connections.ts';
import { rawRequest } from './support/raw-http.ts';
import { builtProgram, startProgram } from './support/run-program.ts';
import { scratchFolder } from './support/scratch-folder.ts';
import { initialize, jsonHeaders } from './support/secured-server.ts';

let fixture: Awaited<ReturnType<typeof bundleFixture>>;
beforeAll(async () => {
  fixture = await bundleFixture('server/test-server');
});
afterAll(() => fixture.remove());

const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const call = (id: number, name: string, args: object = {}) =>
  line({ id, method: 'tools/call', params: { name, arguments: args } });

function answers(stdout: string): Record<string, { result?: unknown; error?: unknown }> {
  const messages = stdout
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text));
  return Object.fromEntries(messages.map((message) => [String(message.id), message]));
}

function start(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const root = scratchFolder();
  const started = startProgram(program, [...args.map((arg) => (arg === 'ROOT' ? root : arg))], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: root, ...env },
  });
  onTestFinished(() => {
    started.child.kill('SIGKILL');
  });
  let stderr = '';
  started.child.stderr.on('data', (text) => {
    stderr += text;
  });
  return { ...started, root, stderr: () => stderr };
}

describe('a server on stdio', () => {
  it('finishes what was asked when its input ends, prints nothing but messages, and ends with 0', async () => {
    const { child, finished } = start(fixture.file, ['stdio', 'ROOT']);
    child.stdin.end(
      `${initialize}\n${call(2, 'chatter')}nonsense\n{"jsonrpc":"2.0"}\n${call(3, 'count', { steps: 20, every_ms: 10 })}${call(4, 'confirm')}`,
    );
    const { code, stdout, stderr } = await finished;
    const byId = answers(stdout);
    expect(byId['2']?.result).toMatchObject({ structuredContent: { text: 'done' } });
    expect(byId['3']?.result).toMatchObject({ structuredContent: { text: 'counted to 20' } });
    expect(byId['4']?.result).toMatchObject({ structuredContent: { text: '"nobody to ask"' } });
    expect(byId.null?.error).toMatchObject({ code: expect.any(Number) });
    expect(stdout).not.toContain('printed with');
    expect(stdout).not.toContain('forged');
    expect(stderr).toContain('printed with write');
    expect(stderr).toContain('printed with console.log');
    expect(code).toBe(0);
  });

  it('answers messages that are malformed or too long, and goes on', async () => {
    const { child, finished } = start(fixture.file, ['stdio', 'ROOT']);
    child.stdin.write(`${initialize}\n{"jsonrpc":"2.0","id":9,"method":"x","params":"`);
    child.stdin.write('x'.repeat(11 * 1_024 * 1_024));
    child.stdin.end(`"}\n${'['.repeat(500)}\n${call(2, 'echo', { text: 'alive' })}`);
    const { stdout } = await finished;
    expect(stdout).toContain('The message is longer than 10485760 bytes. Send less at once.');
    expect(stdout).toContain('nested deeper than 100 levels');
    expect(answers(stdout)['2']?.result).toMatchObject({ structuredContent: { text: 'alive' } });
  });

  it('finishes a call on SIGTERM, and gives up on one that takes too long', async () => {
    const { child, finished, stderr } = start(fixture.file, ['stdio', 'ROOT']);
    child.stdin.write(`${initialize}\n${call(2, 'count', { steps: 10, every_ms: 20 })}`);
    child.stdin.write(call(3, 'count', { steps: 10_000, every_ms: 10 }));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGTERM');
    const { code, stdout } = await finished;
    expect(answers(stdout)['2']?.result).toMatchObject({
      structuredContent: { text: 'counted to 10' },
    });
    expect(answers(stdout)['3']?.result).toMatchObject({
      isError: true,
      structuredContent: { message: 'count was cancelled.' },
    });
    expect(stderr()).toContain('count stopped');
    expect(code).toBe(0);
  });

  it('ends when nobody reads its answers any more', async () => {
    const { child, finished } = start(fixture.file, ['stdio', 'ROOT']);
    child.stdin.write(`${initialize}\n`);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdout.destroy();
    child.stdin.on('error', () => {});
    child.stdin.write(
      `${call(2, 'count', { steps: 10_000, every_ms: 10 })}${call(3, 'echo', { text: 'x' })}`,
    );
    const { code } = await finished;
    expect(code).toBe(0);
  });
});

describe('ralph mcp', () => {
  it('serves the loop, context and catalog tools on stdio, writing nothing into the repository', async () => {
    const { child, finished, root } = start(builtProgram, ['mcp', '--root', 'ROOT']);
    child.stdin.end(
      `${initialize}\n${line({ id: 2, method: 'tools/list' })}${call(3, 'ralph_validate')}`,
    );
    const { code, stdout, stderr } = await finished;
    const byId = answers(stdout);
    expect(byId['1']?.result).toMatchObject({ serverInfo: { name: 'ralph' } });
    expect(JSON.stringify(byId['2']?.result)).toContain('"ralph_init"');
    expect(byId['3']?.result).toMatchObject({ structuredContent: { ok: false } });
    expect([code, stderr]).toEqual([0, '']);
    expect(existsSync(path.join(root, '.ralph'))).toBe(false);
  });

  it('starts on stdio with a broken configuration, and says so', async () => {
    const started = start(builtProgram, ['mcp']);
    writeFileSync(path.join(started.root, 'ralph.yaml'), 'server: { prot: 1 }\n');
    started.child.stdin.end(`${initialize}\n`);
    const { code, stderr } = await started.finished;
    expect(code).toBe(0);
    expect(stderr).toContain('the configuration is not valid, so defaults are used');
  });

  it('serves HTTP with a token of its own, names its file, and ends with 0 on SIGTERM', async () => {
    const { child, finished, root, stderr } = start(builtProgram, [
      'mcp',
      '--transport',
      'http',
      '--port',
      '0',
      '--log-dir',
      'logs',
    ]);
    await until('it serves', () => /with the token in/.test(stderr()));
    const port = Number(/:(\d+)\/mcp/.exec(stderr())?.[1]);
    const file = path.join(root, '.ralph/mcp/token');
    expect(stderr()).toContain(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const token = readFileSync(file, 'utf8').trim();
    expect(stderr()).not.toContain(token);

    const refused = await rawRequest(port, { headers: jsonHeaders, body: initialize });
    expect(refused.status).toBe(401);
    const headers = { ...jsonHeaders, authorization: `Bearer ${token}` };
    expect((await rawRequest(port, { headers, body: initialize })).status).toBe(200);
    child.kill('SIGTERM');
    const { code } = await finished;
    expect(code).toBe(0);
    expect(readFileSync(path.join(root, 'logs/mcp-server.log'), 'utf8')).toContain(
      'without a valid token',
    );
  });

  it('takes transport and port from the block of the context memory where `server` says nothing', async () => {
    const root = scratchFolder();
    const block = 'server: { transport: streamable-http, port: 0 }';
    writeFileSync(path.join(root, 'ralph.yaml'), `learning: { mcp_context: { ${block} } }\n`);
    const served = startProgram(builtProgram, ['mcp', '--root', root], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: root },
    });
    onTestFinished(() => {
      served.child.kill('SIGKILL');
    });
    let said = '';
    served.child.stderr.on('data', (text) => {
      said += text;
    });
    await until('it serves', () => /with the token in/.test(said));
    expect(Number(/:(\d+)\/mcp/.exec(said)?.[1])).toBeGreaterThan(0);
  });

  it('says why it cannot start', async () => {
    const { finished, child } = start(builtProgram, ['mcp', '--session', 'ses_unknown']);
    child.stdin.end();
    const { code, stdout, stderr } = await finished;
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('ses_unknown');
  });
});
