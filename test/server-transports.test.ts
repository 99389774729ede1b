import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFixture } from './support/bundle-fixture.ts';
import { type HttpFixture, startHttpFixture, tokenOf } from './support/http-fixture.ts';
import {
  type Address,
  type Connection,
  connectClient,
  type Era,
  until,
} from './support/mcp-connections.ts';
import { scratchFolder } from './support/scratch-folder.ts';

const root = scratchFolder();
const promptFile = path.join(root, 'scripts/ralph/prompt.md');
let fixture: Awaited<ReturnType<typeof bundleFixture>>;
let http: HttpFixture;

beforeAll(async () => {
  mkdirSync(path.dirname(promptFile), { recursive: true });
  writeFileSync(promptFile, 'Build the thing.\n');
  fixture = await bundleFixture('server/test-server');
  http = await startHttpFixture({ root });
});

afterAll(async () => {
  await http.close();
  fixture.remove();
});

const connections: readonly (readonly [name: string, era: Era, address: () => Address])[] = [
  ['stdio, 2025-11-25', 'legacy', stdio],
  ['stdio, 2026-07-28', 'modern', stdio],
  ['Streamable HTTP, 2025-11-25', 'legacy', () => overHttp('http')],
  ['Streamable HTTP, 2026-07-28', 'modern', () => overHttp('http')],
  ['SSE', 'legacy', () => overHttp('sse')],
];

function stdio(): Address {
  return { kind: 'stdio', program: fixture.file, args: ['stdio', root] };
}

function overHttp(kind: 'http' | 'sse'): Address {
  return { kind, port: http.port, token: tokenOf('test') };
}

describe.each(connections)('over %s', (_, era, address) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await connectClient(address(), era, {
      capabilities: { elicitation: { form: {} } },
    });
  });
  afterAll(() => connection.client.close());

  it('lists, calls, refuses and explains', async () => {
    const { client } = connection;
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toContain('echo');
    expect(tools.every((tool) => tool.inputSchema.type === 'object')).toBe(true);

    const answer = await client.callTool({ name: 'echo', arguments: { text: 'hello' } });
    expect(answer.content).toEqual([{ type: 'text', text: 'hello' }]);
    expect(answer.structuredContent).toEqual({ text: 'hello' });
    const alias = await client.callTool({ name: 'test.echo', arguments: { text: 'by alias' } });
    expect(alias.structuredContent).toEqual({ text: 'by alias' });

    const invalid = await client.callTool({ name: 'echo', arguments: { txt: 'hello' } });
    expect(invalid.isError).toBe(true);
    expect(invalid.structuredContent).toMatchObject({
      code: 'invalid_argument',
      details: expect.arrayContaining([{ field: 'txt', message: 'unknown field' }]),
      hint: expect.stringContaining('Fields of echo: text'),
    });
    expect(invalid.content).toEqual([
      { type: 'text', text: expect.stringMatching(/^invalid_argument: echo: .*\nFields of echo/) },
    ]);

    const unknown = await client.callTool({ name: 'ecko', arguments: {} });
    expect(unknown).toMatchObject({
      isError: true,
      structuredContent: {
        code: 'not_found',
        message: 'No tool is called "ecko". Did you mean "echo"?',
      },
    });
    await expect(
      client.request({ method: 'tools/list', params: { cursor: '!!' } }),
    ).rejects.toThrow('The cursor does not belong to tools/list');
  });

  it('reports progress, and stops when it is cancelled', async () => {
    const { client, stderr } = connection;
    const seen: number[] = [];
    const counted = await client.callTool(
      { name: 'count', arguments: { steps: 3, every_ms: 5 } },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(counted.structuredContent).toEqual({ text: 'counted to 3' });
    // The SDK's client forgets a token with its result, so it may drop what arrived in the same read.
    expect(seen.length).toBeGreaterThan(0);
    expect([1, 2, 3].slice(0, seen.length)).toEqual(seen);

    const cancel = new AbortController();
    const endless = client.callTool(
      { name: 'count', arguments: { steps: 10_000, every_ms: 5 } },
      { signal: cancel.signal, onprogress: () => cancel.abort('enough') },
    );
    await expect(endless).rejects.toThrow();
    // In this process the tool writes to the test's own stderr; the next answer shows the server goes on.
    if (address().kind === 'stdio') {
      await until('the tool heard of the cancellation', () => stderr().includes('count stopped'));
    }
    const after = await client.callTool({ name: 'echo', arguments: { text: 'still here' } });
    expect(after.structuredContent).toEqual({ text: 'still here' });
  });

  it('asks the person through the client', async () => {
    const { client } = connection;
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: 'accept',
      content: { yes: params.message === 'Are you sure?' },
    }));
    const answer = await client.callTool({ name: 'confirm', arguments: {} });
    expect(answer.structuredContent).toEqual({
      text: '{"action":"accept","content":{"yes":true}}',
    });
  });

  it('serves resources and says when they change', async () => {
    const { client } = connection;
    const { resources } = await client.listResources();
    expect(resources.map((resource) => resource.uri)).toEqual([
      'ralph://prompt',
      'ralph://prd',
      'ralph://progress',
      'ralph://codebase_map',
      'ralph://learnings',
    ]);
    const { contents } = await client.readResource({ uri: 'ralph://prompt' });
    expect(contents).toMatchObject([
      { text: expect.any(String), _meta: { file: 'scripts/ralph/prompt.md' } },
    ]);
    await expect(client.readResource({ uri: 'ralph://prd' })).rejects.toThrow(/ralph init/);
    await expect(client.readResource({ uri: 'ralph://nothing' })).rejects.toThrow(
      /There are: ralph:\/\/prompt/,
    );

    const updated: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      updated.push(params.uri);
    });
    const subscription =
      era === 'modern'
        ? await client.listen({ resourceSubscriptions: ['ralph://prompt'] })
        : await client.subscribeResource({ uri: 'ralph://prompt' });
    await until('the change was told', () => {
      writeFileSync(promptFile, `Build it better: ${Math.random()}.\n`);
      return updated.length > 0;
    });
    expect(new Set(updated)).toEqual(new Set(['ralph://prompt']));
    if ('close' in subscription && typeof subscription.close === 'function') {
      await subscription.close();
    } else await client.unsubscribeResource({ uri: 'ralph://prompt' });
  });

  it('serves prompts and completes their arguments', async () => {
    const { client } = connection;
    const { prompts } = await client.listPrompts();
    expect(prompts.map((prompt) => prompt.name)).toEqual([
      'ralph_run_current',
      'ralph_init_scaffolding',
      'ralph_understand_loop',
    ]);
    const prompt = await client.getPrompt({
      name: 'ralph_run_current',
      arguments: { max_iterations: '5' },
    });
    expect(prompt.messages[0]?.content).toMatchObject({
      text: expect.stringContaining(`"root":${JSON.stringify(root)},"max_iterations":5`),
    });
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'ralph_run_current' },
      argument: { name: 'max_iterations', value: '1' },
    });
    expect(completion.values).toEqual(['1', '10']);
    await expect(client.getPrompt({ name: 'ralph_init_scafolding' })).rejects.toThrow(
      'Did you mean "ralph_init_scaffolding"?',
    );
  });
});
