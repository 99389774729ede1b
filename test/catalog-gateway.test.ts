import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { childrenOf, isAlive, rawServerFile } from '../src/catalog/testing/raw-servers.ts';
import { connectClient, type Era, until } from './support/mcp-connections.ts';
import { builtProgram, ralph } from './support/run-program.ts';
import { scratchFolder } from './support/scratch-folder.ts';

const root = scratchFolder();

beforeAll(async () => {
  const server = { command: process.execPath, args: [rawServerFile] };
  writeFileSync(
    path.join(root, 'ralph.yaml'),
    JSON.stringify({
      catalog: { servers: { raw: server, never: { command: 'no-such-program' } } },
      learning: { mcp_context: { embeddings: { provider: 'none' } } },
    }),
  );
  await ralph(['catalog', 'sync', 'raw'], { cwd: root });
});

it.each<Era>(['legacy', 'modern'])(
  'a client of the %s era reaches a downstream tool with all that belongs to a call',
  async (era) => {
    const args = ['mcp', '--root', root, '--toolsets', 'catalog'];
    const address = { kind: 'stdio', program: builtProgram, args } as const;
    const { client } = await connectClient(address, era, {
      capabilities: { elicitation: { form: {} } },
    });
    let asked = 0;
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked++;
      expect(params.message).toBe('Which colour?');
      return { action: 'accept', content: { colour: 'red' } };
    });
    const call = (tool: string, more: object = {}, options: object = {}) =>
      client.callTool({ name: 'catalog_call', arguments: { tool, ...more } }, options);
    const firstText = async (answer: ReturnType<typeof call>) => {
      const [block] = (await answer).content;
      return block?.type === 'text' ? block.text : '';
    };

    const gateway = 'pid' in (client.transport ?? {}) ? client.transport : undefined;
    const pid = Number(gateway && 'pid' in gateway ? gateway.pid : undefined);
    await client.listTools();
    await client.callTool({ name: 'catalog_search', arguments: { query: 'answers with text' } });
    expect(childrenOf(pid)).toEqual([]);

    const structured = await call('raw/structured');
    expect(structured.structuredContent).toEqual({ n: 1, deep: { list: [null, 'x'] } });
    expect(structured._meta).toMatchObject({ 'ralph/untrusted': true });
    expect(structured.content).toContainEqual(
      expect.objectContaining({ type: 'resource_link', uri: 'memo://1' }),
    );
    const [server] = childrenOf(pid);
    expect(childrenOf(pid)).toHaveLength(1);

    expect(JSON.parse(await firstText(call('raw/ask')))).toMatchObject({
      content: { colour: 'red' },
    });
    expect(asked).toBe(1);

    const progress: number[] = [];
    await call(
      'raw/progress',
      // The SDK's own client loses progress that comes together with the result.
      { arguments: { pause: 400 } },
      { onprogress: (update: { progress: number }) => progress.push(update.progress) },
    );
    expect(progress).toEqual([1, 2, 3]);

    const controller = new AbortController();
    const hanging = call('raw/hang', {}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(hanging).rejects.toThrow();

    const long = await call('raw/big', { arguments: { megabytes: 1 } });
    const { next_cursor: cursor } = Object(long.structuredContent);
    expect(long.structuredContent).toEqual({
      next_cursor: expect.any(String),
      total_bytes: 2 ** 20,
    });
    expect(await firstText(call('raw/big', { cursor }))).toHaveLength(8_192);

    await client.close();
    await until('the server ended with the gateway', () => !isAlive(Number(server)));
  },
);
