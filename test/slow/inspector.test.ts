import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFixture } from '../support/bundle-fixture.ts';
import { installPeers, type Peers } from '../support/peers.ts';
import { builtProgram } from '../support/run-program.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { portOf, startServerProcess } from '../support/server-fixture.ts';

let peers: Peers;
let fixture: Awaited<ReturnType<typeof bundleFixture>>;

beforeAll(async () => {
  peers = installPeers();
  fixture = await bundleFixture('server/test-server');
});
afterAll(() => fixture.remove());

/** Runs the Inspector's command line and reads the JSON it prints. */
function inspect(target: readonly string[], method: string, ...more: string[]): unknown {
  const args = ['--cli', ...target, '--method', method, ...more, '--format', 'json', '-q'];
  const { stdout, stderr, status } = spawnSync(process.execPath, [peers.inspector, ...args], {
    encoding: 'utf8',
    cwd: scratchFolder(),
  });
  if (status !== 0) throw new Error(`the Inspector ended with ${status}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

async function targets(): Promise<Record<string, readonly string[]>> {
  const port = await portOf(startServerProcess(fixture.file, ['http', scratchFolder()]));
  return {
    stdio: [process.execPath, fixture.file, 'stdio', scratchFolder()],
    http: [`http://127.0.0.1:${port}/mcp`],
    sse: [`http://127.0.0.1:${port}/sse`, '--transport', 'sse'],
  };
}

describe('the Inspector', () => {
  it('lists and calls over stdio, HTTP and SSE', async () => {
    for (const [transport, target] of Object.entries(await targets())) {
      const listed = inspect(target, 'tools/list');
      expect([transport, JSON.stringify(listed)]).toEqual([
        transport,
        expect.stringContaining('"name":"echo"'),
      ]);
      const called = inspect(
        target,
        'tools/call',
        '--tool-name',
        'echo',
        '--tool-args-json',
        '{"text":"hi from the Inspector"}',
      );
      expect([transport, JSON.stringify(called)]).toEqual([
        transport,
        expect.stringContaining('hi from the Inspector'),
      ]);
    }
  });

  it('speaks the newer era over stdio and HTTP', async () => {
    const { stdio, http } = await targets();
    for (const target of [stdio ?? [], http ?? []]) {
      const listed = inspect(target, 'tools/list', '--protocol-era', 'modern');
      expect(JSON.stringify(listed)).toContain('"name":"echo"');
    }
  });

  it('reads resources and prompts of ralph mcp', () => {
    const target = [process.execPath, builtProgram, 'mcp', '--root', scratchFolder()];
    expect(JSON.stringify(inspect(target, 'resources/list'))).toContain('ralph://codebase_map');
    expect(JSON.stringify(inspect(target, 'prompts/list'))).toContain('ralph_init_scaffolding');
  });
});
