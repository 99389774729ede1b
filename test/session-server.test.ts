import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PlannedSession } from '../src/session/plan-session.ts';
import { seededTask, sessionProject } from '../src/session/testing/session-project.ts';
import { connectClient, type Era, until } from './support/mcp-connections.ts';
import { rawRequest } from './support/raw-http.ts';
import { builtProgram, ralph, startProgram } from './support/run-program.ts';
import { scratchFolder } from './support/scratch-folder.ts';
import { initialize, jsonHeaders } from './support/secured-server.ts';

const eras: readonly Era[] = ['legacy', 'modern'];

async function project(config?: string) {
  const made = sessionProject(config);
  await made.seed();
  return made;
}
type Project = Awaited<ReturnType<typeof project>>;

/** The client of an agent that was launched for this session, on stdio. */
async function agent({ root }: Project, { plan }: PlannedSession, era: Era): Promise<Client> {
  const args = ['mcp', '--root', root, '--session', plan.session_id];
  const { client } = await connectClient({ kind: 'stdio', program: builtProgram, args }, era);
  onTestFinished(() => client.close());
  return client;
}

async function overHttp(port: number, token: string, era: Era): Promise<Client> {
  const { client } = await connectClient({ kind: 'http', port, token }, era);
  onTestFinished(() => client.close());
  return client;
}

/** `ralph mcp` over HTTP in a process of its own. */
async function httpServer(root: string, ...more: string[]): Promise<number> {
  const args = ['mcp', '--transport', 'http', '--port', '0', '--root', root, ...more];
  const { child } = startProgram(builtProgram, args, { cwd: root });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stderr = '';
  child.stderr.on('data', (text: string) => {
    stderr += text;
  });
  await until('it serves', () => /clients send|no token is asked/.test(stderr));
  return Number(/:(\d+)\/mcp/.exec(stderr)?.[1]);
}

const toolNames = async (client: Client) =>
  (await client.listTools()).tools.map(({ name }) => name);

async function refusal(client: Client, name: string, input: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: input });
  expect(result.isError).toBe(true);
  return result.structuredContent;
}

function textOf({ contents }: { contents: readonly object[] }): string {
  const [first] = contents;
  return first && 'text' in first ? String(first.text) : '';
}

describe.each(eras)('ralph mcp --session on stdio, %s', (era) => {
  it('serves exactly the plan, and refuses the rest with recipe and alternative', async () => {
    const at = await project('tools: { remove: [append_learning] }\n');
    const session = await at.plan({ recipe: 'task_execution', taskId: seededTask });
    const client = await agent(at, session, era);
    expect(await toolNames(client)).toEqual(session.plan.enabled_tools);
    expect(client.getInstructions()).toContain(session.plan.session_id);

    expect(await refusal(client, 'create_task', { title: 'x' })).toMatchObject({
      code: 'not_allowed',
      message:
        'create_task is not part of this session (recipe task_execution): recipe task_execution does not include it.',
      hint: 'Use report_blocker or add_task_comment instead, or go on without it.',
    });
    expect(await refusal(client, 'append_learning', { text: 'x' })).toMatchObject({
      code: 'not_allowed',
      message: expect.stringContaining('removed by ralph.yaml tools'),
    });
    expect(await refusal(client, 'ralph_init')).toMatchObject({ code: 'not_allowed' });
    // Another name of a tool that is off is as good as its own.
    expect(await refusal(client, 'ralph.init')).toMatchObject({ code: 'not_allowed' });
    expect(readdirSync(at.root)).not.toContain('scripts');

    // Author and session are stamped, whatever the agent claims.
    await client.callTool({
      name: 'add_task_comment',
      arguments: { task_id: seededTask, body: 'Half done.', author: 'the boss' },
    });
    const comments = await at.store((store) => store.comments.latest(seededTask, 1));
    expect(comments).toMatchObject([
      { body: 'Half done.', author: 'agent (backend)', session_id: session.plan.session_id },
    ]);
  });

  it('shows resources under the same scope as its tools', async () => {
    const at = await project();
    const session = await at.plan({ recipe: 'task_execution', taskId: seededTask });
    const client = await agent(at, session, era);
    const uris = (await client.listResources()).resources.map(({ uri }) => uri);
    expect(uris).toEqual([
      'ralph://session',
      'ralph://progress',
      'ralph://learnings',
      `ralph://tasks/${seededTask}`,
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['ralph://tasks/{id}']);

    const read = async (uri: string) => textOf(await client.readResource({ uri }));
    const { prompt: _, ...listed } = session.plan;
    expect(JSON.parse(await read('ralph://session'))).toEqual(listed);
    expect(JSON.parse(await read(`ralph://tasks/${seededTask}`))).toMatchObject({
      task: { id: seededTask, title: 'Login form' },
      comments: [{ body: 'The first attempt timed out.' }],
    });
    expect(await read('ralph://progress')).toBe('');
    await client.callTool({ name: 'append_progress', arguments: { text: 'Began.' } });
    expect(await read('ralph://progress')).toContain('  Began.\n');
    await expect(read('ralph://features/auth')).rejects.toThrow(/No resource is called/);
    await expect(read('ralph://tasks/99')).rejects.toThrow(/99/);
    await expect(read('ralph://tasks/0x2')).rejects.toThrow();
  });

  it('tells of a change that another process made', async () => {
    const at = await project();
    const client = await agent(
      at,
      await at.plan({ recipe: 'task_execution', taskId: seededTask }),
      era,
    );
    const updated = new Set<string>();
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      updated.add(params.uri);
    });
    const watched = [`ralph://tasks/${seededTask}`, 'ralph://learnings'];
    if (era === 'modern') await client.listen({ resourceSubscriptions: watched });
    else for (const uri of watched) await client.subscribeResource({ uri });

    const said = JSON.stringify({ task_id: seededTask, body: 'Ports have changed.' });
    await ralph(['tool', 'call', 'add_task_comment', '--json', said, '--root', at.root]);
    await ralph(['tool', 'call', 'append_learning', '--json', '{"text":"x"}', '--root', at.root]);
    await until('both changes were told', () => watched.every((uri) => updated.has(uri)));
  });
});

describe('ralph mcp --session', () => {
  it('lists and takes only the fields that the recipe has', async () => {
    const at = await project();
    const client = await agent(at, await at.plan({ recipe: 'opus_review' }), 'modern');
    const { tools } = await client.listTools();
    const { properties, required } = tools.find((t) => t.name === 'update_task')?.inputSchema ?? {};
    expect(Object.keys(properties ?? {}).sort()).toEqual(['description', 'id', 'priority']);
    expect(required).toEqual(['id']);
    expect(await refusal(client, 'update_task', { id: 1, title: 'x' })).toMatchObject({
      code: 'not_allowed',
      message: 'In recipe opus_review, update_task may not set title.',
    });
    const taken = await client.callTool({
      name: 'update_task',
      arguments: { id: 1, priority: 'high' },
    });
    expect(taken.isError).toBeFalsy();
    expect((await at.store(({ tasks }) => tasks.get(1))).priority).toBe('high');
  });

  it('shows features and disciplines where the recipe reads them', async () => {
    const at = await project();
    const ramble = await agent(at, await at.plan({ recipe: 'ramble', feature: 'auth' }), 'legacy');
    expect(
      JSON.parse(textOf(await ramble.readResource({ uri: 'ralph://features/auth' }))),
    ).toMatchObject({
      name: 'auth',
    });
    const discuss = await agent(
      at,
      await at.plan({ recipe: 'discuss', discipline: 'backend' }),
      'modern',
    );
    expect((await discuss.listResources()).resources.map(({ uri }) => uri)).toEqual([
      'ralph://session',
      'ralph://disciplines/backend',
    ]);
    expect(
      JSON.parse(textOf(await discuss.readResource({ uri: 'ralph://disciplines/backend' }))),
    ).toMatchObject({ name: 'backend' });
  });

  it('makes nothing where there is nothing', async () => {
    const root = scratchFolder();
    const { code, stdout, stderr } = await ralph(['mcp', '--session', 'ses_x', '--root', root]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`There is no session "ses_x" in ${root}.`);
    expect(readdirSync(root)).toEqual([]);
  });

  it('may be shared by several connections', async () => {
    const at = await project();
    const session = await at.plan({ recipe: 'task_execution', taskId: seededTask });
    const clients = [await agent(at, session, 'legacy'), await agent(at, session, 'modern')];
    await Promise.all(
      clients.map((client, n) =>
        client.callTool({ name: 'append_progress', arguments: { text: `from ${n}` } }),
      ),
    );
    const progress = readFileSync(path.join(at.root, '.ralph/progress.txt'), 'utf8');
    expect(progress).toContain('from 0');
    expect(progress).toContain('from 1');
  });
});

describe('ralph mcp --built-for', () => {
  it('starts for what it is, and otherwise says what to run', async () => {
    const at = await project();
    const builtFor = await at.app.projectServer.builtFor();
    const serve = (value: string) => ralph(['mcp', '--root', at.root, '--built-for', value]);
    expect(await serve(builtFor)).toMatchObject({ code: 0, stderr: '' });
    expect(await serve('0123456789abcdef/1')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /\.ralph\/mcp\/server\.ts was made for other tools.*Run: ralph mcp build --root "/s,
      ),
    });
  });
});

describe('ralph mcp over HTTP', () => {
  it.each(eras)('gives each token its own session and nothing else, %s', async (era) => {
    const at = await project();
    const port = await httpServer(at.root);
    const [one, two] = [
      await at.plan({ recipe: 'task_execution', taskId: seededTask }),
      await at.plan({ recipe: 'discuss', discipline: 'backend' }),
    ];
    const open = await overHttp(
      port,
      readFileSync(path.join(at.root, '.ralph/mcp/token'), 'utf8').trim(),
      era,
    );
    expect(await toolNames(open)).toContain('ralph_validate');
    const first = await overHttp(port, one.token, era);
    const second = await overHttp(port, two.token, era);
    expect(await toolNames(first)).toEqual(one.plan.enabled_tools);
    expect(await toolNames(second)).toEqual(two.plan.enabled_tools);
    expect(await refusal(second, 'get_task')).toMatchObject({ code: 'not_allowed' });
    await first.callTool({ name: 'append_progress', arguments: { text: 'Over HTTP.' } });
    expect(readFileSync(path.join(at.root, '.ralph/progress.txt'), 'utf8')).toContain(
      `session ${one.plan.session_id}`,
    );

    const updated: string[] = [];
    first.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      updated.push(params.uri);
    });
    const uri = `ralph://tasks/${seededTask}`;
    if (era === 'modern') await first.listen({ resourceSubscriptions: [uri] });
    else await first.subscribeResource({ uri });
    const said = { task_id: seededTask, kind: 'note' as const, body: 'From this process.' };
    // A watch begins with a first look, which has to be before the change.
    await until('the change was told', async () => {
      await at.store(({ comments }) => comments.add(said));
      return updated.includes(uri);
    });
  });

  it('refuses a token that opens nothing, without making a database', async () => {
    const root = scratchFolder();
    const port = await httpServer(root);
    const answer = await rawRequest(port, {
      headers: { ...jsonHeaders, authorization: `Bearer ${'x'.repeat(43)}` },
      body: initialize,
    });
    expect(answer.status).toBe(401);
    expect(readdirSync(path.join(root, '.ralph'))).not.toContain('db');
  });

  it('with --session serves that session only', async () => {
    const at = await project();
    const mine = await at.plan({ recipe: 'discuss' });
    const other = await at.plan({ recipe: 'yap' });
    const port = await httpServer(at.root, '--session', mine.plan.session_id);
    const status = async (token: string) =>
      (
        await rawRequest(port, {
          headers: { ...jsonHeaders, authorization: `Bearer ${token}` },
          body: initialize,
        })
      ).status;
    expect(await status(other.token)).toBe(401);
    expect(await status(mine.token)).toBe(200);
    const own = readFileSync(path.join(at.root, '.ralph/mcp/token'), 'utf8').trim();
    expect(await toolNames(await overHttp(port, own, 'modern'))).toEqual(mine.plan.enabled_tools);
  });

  it('gives a session its own surface even where no token is asked for', async () => {
    const at = await project();
    const session = await at.plan({ recipe: 'discuss' });
    const port = await httpServer(at.root, '--no-auth');
    expect(await toolNames(await overHttp(port, session.token, 'legacy'))).toEqual(
      session.plan.enabled_tools,
    );
  });
});
