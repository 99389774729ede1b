import { beforeAll, describe, expect, it } from 'vitest';
import { installPeers, type Peers } from '../support/peers.ts';
import { builtProgram, runProgramFile } from '../support/run-program.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { serveProgram } from '../support/served-program.ts';

let peers: Peers;
beforeAll(() => {
  peers = installPeers();
});

/** Runs the Inspector's command line and reads the JSON it prints. */
async function inspect(target: readonly string[], method: string, ...more: string[]) {
  const args = ['--cli', ...target, '--method', method, ...more, '--format', 'json', '-q'];
  const { code, stdout, stderr } = await runProgramFile(peers.inspector, args, {
    cwd: scratchFolder(),
  });
  if (code !== 0) throw new Error(`the Inspector ended with ${code}: ${stdout}${stderr}`);
  return JSON.stringify(JSON.parse(stdout));
}

/** `ralph mcp` as it is installed, on every transport; over HTTP with its token. */
async function targets() {
  const token = 'a-token-for-the-inspector-of-this-test';
  const { mcp, sse } = await serveProgram(scratchFolder(), { token });
  const header = ['--header', `Authorization: Bearer ${token}`];
  return {
    stdio: [process.execPath, builtProgram, 'mcp', '--root', scratchFolder()],
    http: [mcp, ...header],
    sse: [sse, '--transport', 'sse', ...header],
  };
}

describe('the Inspector, on ralph mcp', () => {
  it('lists, reads and calls over stdio, HTTP and SSE', async () => {
    for (const [transport, target] of Object.entries(await targets())) {
      const answers = {
        tools: await inspect(target, 'tools/list'),
        resources: await inspect(target, 'resources/list'),
        templates: await inspect(target, 'resources/templates/list'),
        prompts: await inspect(target, 'prompts/list'),
        prompt: await inspect(target, 'prompts/get', '--prompt-name', 'ralph_init_scaffolding'),
        call: await inspect(target, 'tools/call', '--tool-name', 'ralph_validate'),
      };
      expect({ transport, ...answers }).toEqual({
        transport,
        tools: expect.stringContaining('"name":"ralph_run"'),
        resources: expect.stringContaining('ralph://codebase_map'),
        templates: expect.stringContaining('ralph://runs/{id}'),
        prompts: expect.stringContaining('"name":"ralph_init_scaffolding"'),
        prompt: expect.stringContaining('"role":"user"'),
        call: expect.stringContaining('"structuredContent"'),
      });
    }
  });

  it('speaks the newer era over stdio and HTTP', async () => {
    const { stdio, http } = await targets();
    for (const target of [stdio, http]) {
      const listed = await inspect(target, 'tools/list', '--protocol-era', 'modern');
      expect(listed).toContain('"name":"ralph_run"');
    }
  });
});
