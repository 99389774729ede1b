import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHttpFixture, tokenOf } from './support/http-fixture.ts';
import { connectClient, type Era } from './support/mcp-connections.ts';
import { scratchFolder } from './support/scratch-folder.ts';

async function serve() {
  const root = scratchFolder();
  const server = await startHttpFixture({ root });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= server.close();
    return closing;
  };
  onTestFinished(close);
  const connect = async (kind: 'http' | 'sse', era: Era) => {
    const address = { kind, port: server.port, token: tokenOf('test') };
    const { client } = await connectClient(address, era);
    onTestFinished(() => client.close());
    return client;
  };
  return { root, server, close, connect };
}

describe('closing the HTTP server', () => {
  it.each([
    ['http', 'legacy'],
    ['http', 'modern'],
    ['sse', 'legacy'],
  ] as const)('lets a call over %s (%s) finish, and takes no new one', async (kind, era) => {
    const { close, connect } = await serve();
    const client = await connect(kind, era);
    let closed: Promise<void> | undefined;
    const counted = client.callTool(
      { name: 'count', arguments: { steps: 10, every_ms: 20 } },
      {
        onprogress: () => {
          closed ??= close();
        },
      },
    );
    await expect(counted).resolves.toMatchObject({ structuredContent: { text: 'counted to 10' } });
    await closed;
    await expect(client.callTool({ name: 'echo', arguments: { text: 'x' } })).rejects.toThrow();
  });

  it('ends streams that would never end by themselves', async () => {
    const { close, connect, root } = await serve();
    writeFileSync(path.join(root, 'x'), '');
    const modern = await connect('http', 'modern');
    await modern.listen({ resourceSubscriptions: ['ralph://prompt'] });
    const legacy = await connect('http', 'legacy');
    await legacy.subscribeResource({ uri: 'ralph://prompt' });
    await connect('sse', 'legacy');
    await expect(close()).resolves.toBeUndefined();
  });

  it('tells a call that takes too long to stop', async () => {
    const root = scratchFolder();
    const server = await startHttpFixture({ root, limits: { graceMs: 50 } });
    const address = { kind: 'http', port: server.port, token: tokenOf('test') } as const;
    const { client } = await connectClient(address, 'modern');
    onTestFinished(() => client.close());
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const outcome = client
      .callTool(
        { name: 'count', arguments: { steps: 10_000, every_ms: 5 } },
        { onprogress: () => begin() },
      )
      .catch(() => 'cut off');
    await begun;
    await server.close();
    expect(JSON.stringify(await outcome)).toMatch(/count was cancelled|cut off/);
  });
});
