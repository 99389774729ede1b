import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { nodeRequest } from '../../../server/http/node-request.ts';
import { parameterHeaders } from '../../call/parameter-headers.ts';
import { plainCall, rawServer, testPool, textOf } from '../../testing/raw-servers.ts';
import type { ServerSpec } from '../server-spec.ts';

interface Seen {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly connection: number | undefined;
}

/** A real server of the SDK, and what of its clients it saw. */
function makeServer(cancelled: string[] = []): McpServer {
  const server = new McpServer({ name: 'far', version: '1' });
  const text = (value: unknown) => ({
    content: [{ type: 'text' as const, text: JSON.stringify(value) }],
  });
  server.registerTool(
    'echo',
    { description: 'Answers with the text.', inputSchema: z.object({ text: z.string() }) },
    async (input) => text(input.text),
  );
  server.registerTool(
    'count',
    { description: 'Says how far it is.', inputSchema: z.object({}) },
    async (_, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [1, 2])
        if (progressToken !== undefined)
          await mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 2 },
          });
      return text('counted');
    },
  );
  server.registerTool(
    'ask',
    { description: 'Asks for a colour.', inputSchema: z.object({}) },
    async (_, { mcpReq }) => {
      const requestedSchema = {
        type: 'object' as const,
        properties: { colour: { type: 'string' as const } },
      };
      const question = { mode: 'form' as const, message: 'Which colour?', requestedSchema };
      return text(await mcpReq.elicitInput(question));
    },
  );
  server.registerTool(
    'wait',
    { description: 'Waits until it is told not to.', inputSchema: z.object({}) },
    async (_, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress: 1 },
        });
      await new Promise((resolve) => mcpReq.signal.addEventListener('abort', resolve));
      cancelled.push('wait');
      return text('late');
    },
  );
  server.registerTool(
    'route',
    {
      description: 'Wants its region in a header.',
      inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
    },
    async ({ region }) => text(region),
  );
  return server;
}

async function listening(answer: RequestListener): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((req, res) => {
    seen.push({ method: req.method, headers: req.headers, connection: req.socket.remotePort });
    answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen };
}

function newer(cancelled?: string[]) {
  const handle = toNodeHandler(createMcpHandler(() => makeServer(cancelled)));
  return listening((req, res) => void handle(nodeRequest(req), res));
}

/** With a session, and streams for answers. */
async function older(cancelled?: string[]) {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => 'session-of-test',
  });
  await makeServer(cancelled).connect(transport);
  const handle = toNodeHandler({ fetch: (request) => transport.handleRequest(request) });
  return listening((req, res) => void handle(nodeRequest(req), res));
}

function far(url: string, extra: Partial<ServerSpec> = {}) {
  const { command: _, args: __, ...rest } = rawServer('far', extra);
  return testPool([{ ...rest, transport: 'http', url }]);
}

describe.each([
  ['newer', newer],
  ['older', older],
] as const)('a server of the %s era over HTTP', (era, start) => {
  it('gets a call with all that the protocol wants, on a connection that is kept', async () => {
    const { url, seen } = await start();
    const pool = far(url, { headers: { Authorization: 'Bearer of-test' } });
    for (const text of ['one', 'two', 'three'])
      expect(textOf(await pool.call('far', 'echo', { text }, plainCall))).toBe(`"${text}"`);
    const calls = seen.slice(-3);
    for (const { headers } of calls)
      expect(headers).toMatchObject({
        accept: 'application/json, text/event-stream',
        authorization: 'Bearer of-test',
        'content-type': 'application/json',
        ...(era === 'newer'
          ? {
              'mcp-protocol-version': '2026-07-28',
              'mcp-method': 'tools/call',
              'mcp-name': 'echo',
            }
          : { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': 'session-of-test' }),
      });
    expect(new Set(calls.map(({ connection }) => connection)).size).toBe(1);
  });

  it('tells how far it is, and answers after that', async () => {
    const { url } = await start();
    const onProgress = vi.fn();
    const result = await far(url).call('far', 'count', {}, { ...plainCall, onProgress });
    expect(textOf(result)).toBe('"counted"');
    expect(onProgress.mock.calls).toEqual([
      [{ progress: 1, total: 2 }],
      [{ progress: 2, total: 2 }],
    ]);
  });

  it.each(['before', 'after'])('hears that a call was given up %s its first word', async (when) => {
    const cancelled: string[] = [];
    const { url } = await start(cancelled);
    const pool = far(url);
    const caller = new AbortController();
    const giveUp = () => void setTimeout(() => caller.abort(), 200);
    const hooks = when === 'after' ? { onProgress: giveUp } : {};
    const call = pool.call('far', 'wait', {}, { ...plainCall, ...hooks, signal: caller.signal });
    if (when === 'before') giveUp();
    await expect(call).rejects.toMatchObject({ message: 'far/wait was cancelled.' });
    await vi.waitFor(() => expect(cancelled).toEqual(['wait']));
    expect(textOf(await pool.call('far', 'echo', { text: 'next' }, plainCall))).toBe('"next"');
  });

  it('is asked for less when a call takes too long', async () => {
    const { url } = await start();
    const call = far(url, { timeoutMs: 300 }).call('far', 'wait', {}, plainCall);
    await expect(call).rejects.toMatchObject({ message: expect.stringContaining('0.3 s') });
  });
});

it('a server asks in the middle of a call, on the stream of its answer', async () => {
  const { url } = await older();
  const elicit = async () => ({ action: 'accept' as const, content: { colour: 'green' } });
  const asked = await far(url).call('far', 'ask', {}, { ...plainCall, elicit });
  expect(JSON.parse(textOf(asked))).toMatchObject({ content: { colour: 'green' } });
});

it('a server that wants arguments in headers has them there', async () => {
  const { url, seen } = await newer();
  const pool = far(url);
  const { tools } = await pool.listTools('far', plainCall);
  const schema = tools.find(({ name }) => name === 'route')?.inputSchema;
  const args = { region: 'Zürich' };
  await expect(pool.call('far', 'route', args, plainCall)).rejects.toMatchObject({
    message: expect.stringContaining('refused by its server'),
  });
  const headers = parameterHeaders(schema, args) ?? {};
  expect(textOf(await pool.call('far', 'route', args, { ...plainCall, headers }))).toBe('"Zürich"');
  expect(seen.at(-1)?.headers['mcp-param-region']).toBe('=?base64?WsO8cmljaA==?=');
});

describe('an answer that is no plain one', () => {
  /** Greets as the SDK does, and answers calls as given. */
  async function answering(answer: RequestListener) {
    const handle = toNodeHandler(createMcpHandler(() => makeServer()));
    return listening((req, res) => {
      if (req.headers['mcp-method'] === 'tools/call') answer(req, res);
      else void handle(nodeRequest(req), res);
    });
  }

  it('may lead elsewhere on the same server', async () => {
    const real = toNodeHandler(createMcpHandler(() => makeServer()));
    const { url, seen } = await answering((req, res) => {
      if (req.url === '/moved') void real(nodeRequest(req), res);
      else res.writeHead(307, { location: '/moved' }).end();
    });
    expect(textOf(await far(url).call('far', 'echo', { text: 'hi' }, plainCall))).toBe('"hi"');
    expect(seen.filter(({ headers }) => headers['mcp-method'] === 'tools/call')).toHaveLength(2);
  });

  it('is not read to its end when it is too large', async () => {
    let written = 0;
    const { url } = await answering((_, res) => {
      res.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!res.destroyed && written < 200e6) {
          written += 1e6;
          if (!res.write('x'.repeat(1e6))) return void res.once('drain', more);
        }
        res.end();
      };
      more();
    });
    const pool = far(url);
    await expect(pool.call('far', 'echo', { text: '' }, plainCall)).rejects.toMatchObject({
      code: 'budget_exceeded',
    });
    expect(written).toBeLessThan(100e6);
  });

  it.each([
    ['cut in its middle', 'application/json', '{"jsonrpc":'],
    ['a stream that ends without one', 'text/event-stream', ': nothing\n\n'],
    ['the answer to another', 'application/json', '{"jsonrpc":"2.0","id":7,"result":{}}'],
    ['a page', 'text/html', '<html>'],
  ])('fails the call at once: %s', async (what, type, body) => {
    const { url } = await answering((_, res) => {
      const isCut = what.startsWith('cut');
      res.writeHead(200, { 'content-type': type, ...(isCut && { 'content-length': 999 }) });
      if (isCut) res.write(body, () => res.socket?.end());
      else res.end(body);
    });
    const call = far(url, { timeoutMs: 5_000 }).call('far', 'echo', { text: '' }, plainCall);
    await expect(call).rejects.toMatchObject({
      code: 'execution_failed',
      message: expect.not.stringContaining('did not answer'),
    });
  });

  it('finds a new connection when the server closed the one that was kept', async () => {
    const real = toNodeHandler(createMcpHandler(() => makeServer()));
    const { url, seen } = await answering((req, res) => {
      void real(nodeRequest(req), res);
      res.on('finish', () => setTimeout(() => req.socket.end(), 50));
    });
    const pool = far(url);
    for (const text of ['one', 'two']) {
      expect(textOf(await pool.call('far', 'echo', { text }, plainCall))).toBe(`"${text}"`);
      await delay(200);
    }
    expect(new Set(seen.slice(-2).map(({ connection }) => connection)).size).toBe(2);
  });
});
