import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHttpFixture } from '../../../test/support/http-fixture.ts';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { reference } from '../../base/env-reference.ts';
import { plainCall, rawServer, testPool, textOf } from '../testing/raw-servers.ts';
import type { ServerSpec } from './server-spec.ts';

const sdkServer = path.resolve(
  import.meta.dirname,
  '../../../test/fixtures/catalog/sdk-server.mjs',
);

function remote(
  transport: 'http' | 'sse',
  url: string,
  extra: Partial<ServerSpec> = {},
): ServerSpec {
  const { command: _, args: __, ...rest } = rawServer('far', extra);
  return { ...rest, transport, url };
}

describe('servers of either era and transport', () => {
  it('newer, on stdio, with a question', async () => {
    const pool = testPool([rawServer('sdk', { args: [sdkServer] })]);
    expect(textOf(await pool.call('sdk', 'echo', { text: 'hi' }, plainCall))).toBe('hi');
    expect(pool.health()).toMatchObject([{ protocol_version: '2026-07-28' }]);
    const elicit = async () => ({ action: 'accept' as const, content: { colour: 'green' } });
    const asked = await pool.call('sdk', 'ask', {}, { ...plainCall, elicit });
    expect(JSON.parse(textOf(asked))).toMatchObject({ content: { colour: 'green' } });
    const unasked = await pool.call('sdk', 'ask', {}, plainCall);
    expect(JSON.parse(textOf(unasked))).toMatchObject({ action: 'cancel' });
  });

  it.each([
    ['http', '/mcp', '2026-07-28'],
    ['sse', '/sse', '2025-11-25'],
  ] as const)('over %s', async (transport, place, version) => {
    const server = await startHttpFixture({ root: scratchFolder() });
    onTestFinished(() => server.close());
    const url = `http://127.0.0.1:${server.port}${place}`;
    const headers = { Authorization: `Bearer ${reference('FAR_TOKEN')}` };
    const env = { FAR_TOKEN: 'token-of-test-0123456789abcdef' };
    const pool = testPool([remote(transport, url, { headers })], { env });
    expect(textOf(await pool.call('far', 'echo', { text: 'hi' }, plainCall))).toContain('hi');
    expect(pool.health()).toMatchObject([{ protocol_version: version, state: 'ready', pid: null }]);
    expect((await pool.listTools('far', plainCall)).tools.length).toBeGreaterThan(1);
    const unknown = testPool([remote(transport, url)]);
    await expect(unknown.call('far', 'echo', {}, plainCall)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

describe('a remote server that misbehaves', () => {
  /** Greets in the older way and answers calls with whatever is given. */
  async function startOdd(answer: (id: number) => { status?: number; body: string }) {
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        if (request.method !== 'POST') {
          response.writeHead(405).end();
          return;
        }
        const { id, method } = JSON.parse(text);
        const serverInfo = { name: 'odd', version: '1' };
        const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
        const reply =
          method === 'initialize'
            ? { body: JSON.stringify({ jsonrpc: '2.0', id, result }) }
            : method === 'tools/call'
              ? answer(id)
              : { status: id === undefined ? 202 : 404, body: '' };
        response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
        response.end(reply.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.closeAllConnections());
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/mcp`;
  }

  it('with 50 MB: the call fails with a code', async () => {
    const url = await startOdd((id) => ({
      body: `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"${'x'.repeat(50_000_000)}"}]}}`,
    }));
    const pool = testPool([remote('http', url)]);
    await expect(pool.call('far', 'big', {}, plainCall)).rejects.toMatchObject({
      code: 'budget_exceeded',
    });
  });

  it('by being busy for a moment: the call is sent again', async () => {
    let calls = 0;
    const url = await startOdd((id) =>
      ++calls === 1
        ? { status: 503, body: 'busy' }
        : {
            body: `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"ok"}]}}`,
          },
    );
    const pool = testPool([remote('http', url)]);
    expect(textOf(await pool.call('far', 'x', {}, plainCall))).toBe('ok');
    expect(calls).toBe(2);
  });

  it.each([401, 403])('with %s: the error says how to let Ralph in', async (status) => {
    const server = createServer((_, response) => void response.writeHead(status).end('no'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    for (const kind of ['http', 'sse'] as const) {
      const pool = testPool([remote(kind, `http://127.0.0.1:${port}/mcp`)]);
      await expect(pool.call('far', 'x', {}, plainCall)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining(`${status}`),
        hint: expect.stringContaining('--header'),
      });
    }
  });

  it('by answering with something else, or not being there', async () => {
    const url = await startOdd(() => ({ body: '<html>' }));
    const pool = testPool([remote('http', url)]);
    await expect(pool.call('far', 'x', {}, plainCall)).rejects.toMatchObject({
      code: 'execution_failed',
    });
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const gone = testPool([remote('http', `http://127.0.0.1:${port}/mcp`)]);
    await expect(gone.call('far', 'x', {}, plainCall)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('(ECONNREFUSED)'),
    });
    const unsafe = testPool([remote('http', url.replace('http:', 'https:'))]);
    await expect(unsafe.call('far', 'x', {}, plainCall)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('(ERR_SSL_'),
    });
    const nowhere = testPool([remote('http', 'not an address')]);
    await expect(nowhere.call('far', 'x', {}, plainCall)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('no address'),
    });
  });
});
