import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { seededTask, sessionProject } from '../../src/session/testing/session-project.ts';
import { installPeers, type Peers } from '../support/peers.ts';
import { builtProgram } from '../support/run-program.ts';

let peers: Peers;
beforeAll(() => {
  peers = installPeers();
});

async function connect(command: string, args: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args: [...args], stderr: 'ignore' }));
  onTestFinished(() => client.close());
  return client;
}

const toolNames = async (client: Client) =>
  (await client.listTools()).tools.map(({ name }) => name);

describe.each([
  ['bun', () => peers.bun],
  ['a Node that strips types', () => peers.modernNode],
])('the generated server under %s', (_, runtime) => {
  const run = (...args: string[]) => spawnSync(runtime(), args, { encoding: 'utf8', input: '' });

  it('is what the MCP config of a session starts there', async () => {
    const project = sessionProject();
    await project.seed();
    const given = ['--recipe', 'task_execution', '--task', String(seededTask)];
    const planned = run(
      builtProgram,
      'session',
      'plan',
      ...given,
      '--json',
      '--root',
      project.root,
    );
    expect(planned.stderr).toBe('');
    const { files, enabled_tools } = JSON.parse(planned.stdout);
    const { ralph } = JSON.parse(readFileSync(files.mcp_config, 'utf8')).mcpServers;
    expect(ralph.args[0]).toBe(path.join(project.root, '.ralph/mcp/server.ts'));

    const client = await connect(ralph.command, ralph.args);
    expect(await toolNames(client)).toEqual(enabled_tools);
    const answer = await client.callTool({
      name: 'append_progress',
      arguments: { text: 'Began.' },
    });
    expect(answer.isError).toBeFalsy();
    const said = { task_id: seededTask, body: 'Written through the generated server.' };
    await client.callTool({ name: 'add_task_comment', arguments: said });
    const comments = await project.store((store) => store.comments.latest(seededTask, 1));
    expect(comments).toMatchObject([{ body: said.body, author: 'agent (backend)' }]);
  });

  it('serves the whole project when no session is named', async () => {
    const project = sessionProject();
    expect(run(builtProgram, 'mcp', 'build', '--root', project.root).status).toBe(0);
    const client = await connect(runtime(), [path.join(project.root, '.ralph/mcp/server.ts')]);
    const all = (await project.app.registry(['project'])).list().map(({ name }) => name);
    expect((await toolNames(client)).sort()).toEqual(all.sort());
  });

  it('says what to run when it is out of date, or when Ralph has gone', async () => {
    const { root } = sessionProject();
    run(builtProgram, 'mcp', 'build', '--root', root);
    const file = path.join(root, '.ralph/mcp/server.ts');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/\/\d+";$/m, '/1";'));
    const stale = run(file);
    expect([stale.status, stale.stdout]).toEqual([1, '']);
    expect(stale.stderr).toContain('.ralph/mcp/server.ts was made for other tools');
    expect(stale.stderr).toContain(`Run: ralph mcp build --root ${JSON.stringify(root)}`);

    writeFileSync(file, text.replaceAll(builtProgram, '/nowhere/ralph.cjs'));
    const gone = run(file);
    expect([gone.status, gone.stdout]).toEqual([1, '']);
    expect(gone.stderr).toBe(
      `error: Ralph is no longer at /nowhere/ralph.cjs. Install it, and run: ralph mcp build --root ${JSON.stringify(root)}\n`,
    );
  });
});
