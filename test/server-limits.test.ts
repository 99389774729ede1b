import { describe, expect, it, onTestFinished } from 'vitest';
import { tokenOf } from './support/http-fixture.ts';
import { connectClient } from './support/mcp-connections.ts';
import { rawRequest, rawSocket } from './support/raw-http.ts';
import { initialize, listTools, secured } from './support/secured-server.ts';

describe('limits', () => {
  it('refuse a body that is too large, declared or not', async () => {
    const { port, bearer } = await secured({ limits: { bodyBytes: 10_000 } });
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'x',
      params: { a: 'x'.repeat(20_000) },
    });
    const declared = await rawRequest(port, { headers: bearer(), body });
    expect([declared.status, declared.headers.connection]).toEqual([413, 'close']);
    const chunked = await rawRequest(port, {
      headers: { ...bearer(), 'transfer-encoding': 'chunked' },
      body,
    });
    expect(chunked.status).toBe(413);
  });

  it('refuse a flood, and say when to come back', async () => {
    const { port, bearer } = await secured({
      names: ['ana', 'bob'],
      limits: { requestBurst: 5, requestsPerMinute: 6 },
    });
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) {
      statuses.push((await rawRequest(port, { headers: bearer('ana'), body: listTools })).status);
    }
    expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
    expect(statuses.slice(5)).toEqual([429, 429]);
    const refused = await rawRequest(port, { headers: bearer('ana'), body: listTools });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const other = await rawRequest(port, { headers: bearer('bob'), body: listTools });
    expect(other.status).toBe(400);
  });

  it('count the messages of a batch', async () => {
    const { port, bearer } = await secured({ limits: { requestBurst: 5, requestsPerMinute: 6 } });
    const body = `[${Array(10).fill(listTools).join(',')}]`;
    expect((await rawRequest(port, { headers: bearer(), body })).status).toBe(429);
  });

  it('hold for calls that run at the same time', async () => {
    const { port } = await secured({ mostCalls: 1 });
    const { client } = await connectClient(
      { kind: 'http', port, token: tokenOf('test') },
      'modern',
    );
    onTestFinished(() => client.close());
    const cancel = new AbortController();
    const started = new Promise<void>((resolve) => {
      client
        .callTool(
          { name: 'count', arguments: { steps: 10_000, every_ms: 5 } },
          { signal: cancel.signal, onprogress: () => resolve() },
        )
        .catch(() => {});
    });
    await started;
    const refused = await client.callTool({ name: 'echo', arguments: { text: 'x' } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'unavailable' } });
    cancel.abort();
  });

  it('cut off who sends a request too slowly', async () => {
    const { port } = await secured({ limits: { headersMs: 500, requestMs: 800 } });
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tokenOf('test')}\r\n`;
    const [noHeaders, noBody] = await Promise.all([
      rawSocket(port, head),
      rawSocket(port, `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`),
    ]);
    expect(noHeaders).toMatch(/^HTTP\/1\.1 40[08] /);
    expect(noBody).toMatch(/^HTTP\/1\.1 40[08] /);
  });
});

describe('malformed requests', () => {
  it.each([
    ['no JSON', 'nonsense', 400, 'not valid JSON'],
    ['nested too deep', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 400, 'nested deeper'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 400, 'not UTF-8'],
    ['empty', '', 400, 'not valid JSON'],
  ])('are explained: %s', async (_, body, status, text) => {
    const { port, bearer } = await secured();
    const answer = await rawRequest(port, { headers: bearer(), body });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(text);
  });

  it('of another media type, method or address are refused', async () => {
    const { port, bearer } = await secured();
    const form = { ...bearer(), 'content-type': 'text/plain' };
    expect((await rawRequest(port, { headers: form, body: initialize })).status).toBe(415);
    const zipped = { ...bearer(), 'content-encoding': 'gzip' };
    expect((await rawRequest(port, { headers: zipped, body: initialize })).status).toBe(415);
    const put = await rawRequest(port, { method: 'PUT', headers: bearer() });
    expect([put.status, put.headers.allow]).toEqual([405, 'GET, POST, DELETE']);
    const nowhere = await rawRequest(port, { method: 'GET', path: '/admin', headers: bearer() });
    expect(nowhere.status).toBe(404);
    const absolute = await rawRequest(port, { path: 'http://evil.example/mcp', headers: bearer() });
    expect(absolute.status).toBe(404);
  });
});
