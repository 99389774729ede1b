import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../src/base/logger.ts';
import { createCallTracker } from '../src/server/call-tracker.ts';
import { serveStdio } from '../src/server/stdio/serve-stdio.ts';
import { testSurface } from './fixtures/server/test-surface.ts';
import { modernEnvelope } from './support/fuzz-messages.ts';
import { until } from './support/mcp-connections.ts';
import { rawRequest } from './support/raw-http.ts';
import { scratchFolder } from './support/scratch-folder.ts';
import { secured } from './support/secured-server.ts';

type Message = { readonly [key: string]: unknown };

/** The first call of a client is the SDK's to judge; those after it that say the same are answered past it. */
const eras = [
  ['legacy', {}],
  ['modern', modernEnvelope],
] as const;

const echo = { name: 'echo', arguments: { text: 'hello' } };

describe.each(eras)('calls of the %s era on stdio', (era, envelope) => {
  function connect() {
    const input = new PassThrough();
    const heard: Message[] = [];
    const stop = new AbortController();
    const served = serveStdio({
      surface: testSurface({ root: scratchFolder(), logger: createLogger({ level: 'error' }) }),
      calls: createCallTracker(),
      input,
      output: {
        write(text) {
          for (const line of text.split('\n')) if (line !== '') heard.push(JSON.parse(line));
          return true;
        },
        onDrain: () => undefined,
        onError: () => undefined,
        restore: () => undefined,
      },
      signal: stop.signal,
      graceMs: 2_000,
    });
    onTestFinished(async () => {
      stop.abort();
      await served;
    });
    const send = (message: Message) =>
      input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const answer = async (id: number) => {
      await until(`an answer to ${id}`, () => heard.some((message) => message.id === id));
      return heard.find((message) => message.id === id);
    };
    const start = (id: number, params: object, meta: object = {}) =>
      send({ id, method: 'tools/call', params: { ...params, _meta: { ...envelope, ...meta } } });
    const call = (id: number, params: object, meta?: object) => {
      start(id, params, meta);
      return answer(id);
    };
    return { heard, send, start, call, answer };
  }

  it('are answered alike, whoever answers', async () => {
    const { call } = connect();
    const first = await call(1, echo);
    expect(first).toMatchObject({ result: { structuredContent: { text: 'hello' } } });
    expect(await call(2, echo)).toEqual({ ...first, id: 2 });
    expect(await call(3, { ...echo, name: 'test.echo' })).toEqual({ ...first, id: 3 });
    const wrong = { name: 'echo', arguments: { txt: 1 } };
    expect(await call(4, wrong)).toMatchObject({
      result: { isError: true, structuredContent: { code: 'invalid_argument' } },
    });
  });

  it('report progress before their result', async () => {
    const { call, heard } = connect();
    await call(1, echo);
    await call(2, { name: 'count', arguments: { steps: 2, every_ms: 1 } }, { progressToken: 'p' });
    expect(heard.slice(1)).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } },
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 2 } },
      { id: 2 },
    ]);
  });

  it('are ended by their client, and then not answered', async () => {
    const { call, start, send, heard } = connect();
    await call(1, echo);
    start(2, { name: 'count', arguments: { steps: 10_000, every_ms: 1 } });
    send({ method: 'notifications/cancelled', params: { requestId: 2, _meta: envelope } });
    await call(3, { name: 'count', arguments: { steps: 20, every_ms: 1 } });
    expect(heard.map(({ id }) => id)).toEqual([1, 3]);
  });

  it('are the SDK’s to judge when they say something else of their client', async () => {
    const { call } = connect();
    await call(1, echo);
    const version = { 'io.modelcontextprotocol/protocolVersion': 7 };
    const strange = await call(2, echo, version);
    if (era === 'modern') expect(strange).toMatchObject({ error: { code: -32_602 } });
    expect(await call(3, { ...echo, arguments: ['no', 'object'] })).toMatchObject({
      error: { code: -32_602 },
    });
  });
});

describe('a tool with a question', () => {
  it('reaches the client after plain calls too', async () => {
    const { port, bearer } = await secured();
    const call = caller(port, bearer());
    await call(echo);
    await call(echo);
    const confirm = { name: 'confirm', arguments: {} };
    expect(await call(confirm)).toMatchObject({
      status: 200,
      body: { result: { resultType: 'input_required' } },
    });
  });
});

describe('calls of the modern era over HTTP', () => {
  it('are answered alike, whoever answers', async () => {
    const { port, bearer } = await secured();
    const call = caller(port, bearer());
    const first = await call(echo);
    expect(first).toMatchObject({
      status: 200,
      body: { result: { resultType: 'complete', structuredContent: { text: 'hello' } } },
    });
    expect(await call(echo)).toEqual(first);
  });

  it('are refused when a header contradicts them, however often they were right', async () => {
    const { port, bearer } = await secured();
    const right = caller(port, bearer());
    for (const wrong of [
      { 'mcp-name': 'whoami' },
      { 'mcp-method': 'tools/list' },
      { 'mcp-protocol-version': '2025-11-25' },
    ]) {
      const before = await caller(port, { ...bearer(), ...wrong })(echo);
      expect(before.status).toBe(400);
      await right(echo);
      await right(echo);
      expect(await caller(port, { ...bearer(), ...wrong })(echo)).toEqual(before);
    }
  });

  it('are refused when they are more than a call, however often they were right', async () => {
    const { port, bearer } = await secured();
    for (const more of [{ result: {} }, { error: { code: 1, message: 'no' } }, { other: 1 }]) {
      const before = await caller(port, bearer(), more)(echo);
      expect(before).toMatchObject({ status: 400, body: { error: { code: -32_600 } } });
      await caller(port, bearer())(echo);
      await caller(port, bearer())(echo);
      expect(await caller(port, bearer(), more)(echo)).toEqual(before);
    }
  });
});

function caller(port: number, headers: Readonly<Record<string, string>>, more: Message = {}) {
  return async (params: { readonly name: string; readonly arguments: object }) => {
    const answer = await rawRequest(port, {
      headers: {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': params.name,
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { ...params, _meta: modernEnvelope },
        ...more,
      }),
    });
    return { status: answer.status, type: answer.headers['content-type'], body: answer.json() };
  };
}
