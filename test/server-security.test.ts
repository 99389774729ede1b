import { describe, expect, it, onTestFinished } from 'vitest';
import { tokenOf } from './support/http-fixture.ts';
import { connectClient } from './support/mcp-connections.ts';
import { rawRequest } from './support/raw-http.ts';
import { initialize, jsonHeaders, listTools, secured } from './support/secured-server.ts';

describe('tokens', () => {
  it('are needed on every route but the health check', async () => {
    const { port, server } = await secured();
    for (const [method, route] of [
      ['POST', '/mcp'],
      ['GET', '/mcp'],
      ['DELETE', '/mcp'],
      ['GET', '/sse'],
      ['POST', '/sse/messages?sessionId=x'],
    ] as const) {
      const answer = await rawRequest(port, { method, path: route, headers: jsonHeaders });
      expect([route, answer.status]).toEqual([route, 401]);
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="ralph"');
    }
    const health = await rawRequest(port, { method: 'GET', path: '/health' });
    expect(health.status).toBe(200);
    expect(health.json()).toEqual({ status: 'ok', name: 'ralph', version: expect.any(String) });
    expect(server.logged()).toContain('without a valid token');
  });

  it.each([
    ['wrong', 'Bearer token-of-somebody-else'],
    ['cut short', `Bearer ${tokenOf('test').slice(0, -1)}`],
    ['too long', `Bearer ${tokenOf('test')}x`],
    ['of another scheme', `Basic ${Buffer.from(`x:${tokenOf('test')}`).toString('base64')}`],
    ['without a scheme', tokenOf('test')],
    ['empty', 'Bearer '],
  ])('are refused when %s, and the answer says what to do', async (_, authorization) => {
    const { port } = await secured();
    const answer = await rawRequest(port, {
      headers: { ...jsonHeaders, authorization },
      body: initialize,
    });
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({
      error: { code: 'unauthorized', hint: expect.stringContaining('RALPH_MCP_TOKEN') },
    });
  });

  it('are not read from the address', async () => {
    const { port } = await secured();
    const answer = await rawRequest(port, {
      path: `/mcp?token=${tokenOf('test')}&access_token=${tokenOf('test')}`,
      headers: jsonHeaders,
      body: initialize,
    });
    expect(answer.status).toBe(401);
  });
});

describe('sessions', () => {
  it('stay apart: a token never sees the surface of another', async () => {
    const { port, bearer } = await secured({ names: ['ana', 'bob'] });
    for (const name of ['ana', 'bob']) {
      for (const era of ['legacy', 'modern'] as const) {
        const { client } = await connectClient({ kind: 'http', port, token: tokenOf(name) }, era);
        const answer = await client.callTool({ name: 'whoami', arguments: {} });
        expect(answer.structuredContent).toEqual({ text: `${name} ${name}` });
        await client.close();
      }
    }
    const opened = await rawRequest(port, { headers: bearer('bob'), body: initialize });
    const bobs = String(opened.headers['mcp-session-id']);
    expect(opened.status).toBe(200);

    const list = (name: string, method = 'POST') =>
      rawRequest(port, {
        method,
        headers: { ...bearer(name), 'mcp-session-id': bobs },
        ...(method === 'POST' && { body: listTools }),
      });
    expect((await list('bob')).status).toBe(200);
    for (const method of ['POST', 'GET', 'DELETE']) {
      const stolen = await list('ana', method);
      expect([method, stolen.status]).toEqual([method, 404]);
      expect(stolen.text).toContain('no_such_session');
    }
    expect((await list('bob')).status).toBe(200);
  });

  it('of the older transport stay apart as well', async () => {
    const { port, bearer } = await secured({ names: ['ana', 'bob'] });
    const stream = await fetch(`http://127.0.0.1:${port}/sse`, {
      headers: { authorization: `Bearer ${tokenOf('bob')}` },
    });
    const reader = stream.body?.getReader();
    onTestFinished(() => reader?.cancel());
    const endpoint = /data: (\S+)/.exec(
      Buffer.from((await reader?.read())?.value ?? []).toString(),
    );
    const path = endpoint?.[1] ?? '';
    expect(path).toMatch(/^\/sse\/messages\?sessionId=/);
    const post = (name: string) =>
      rawRequest(port, { path, headers: bearer(name), body: initialize });
    expect((await post('ana')).status).toBe(404);
    expect((await post('bob')).status).toBe(202);
  });

  it('are bounded, and the oldest idle one makes room', async () => {
    const { port, bearer } = await secured({ limits: { sessions: 2 } });
    const open = async () =>
      String(
        (await rawRequest(port, { headers: bearer(), body: initialize })).headers['mcp-session-id'],
      );
    const ids = [await open(), await open(), await open()];
    const statuses = [];
    for (const id of ids) {
      const headers = { ...bearer(), 'mcp-session-id': id };
      statuses.push((await rawRequest(port, { headers, body: listTools })).status);
    }
    expect(statuses).toEqual([404, 200, 200]);
  });

  it('cannot be used without being named', async () => {
    const { port, bearer } = await secured();
    const answer = await rawRequest(port, { headers: bearer(), body: listTools });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Send initialize first');
  });
});

describe('requests from elsewhere', () => {
  it.each([
    'evil.example',
    'evil.example:8765',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'user@127.0.0.1',
    '[::1',
    '10.0.0.1',
    '0.0.0.0',
  ])('are refused by their Host: %s', async (host) => {
    const { port, bearer } = await secured();
    const answer = await rawRequest(port, { headers: { ...bearer(), host }, body: initialize });
    expect(answer.status).toBe(403);
    const health = await rawRequest(port, { method: 'GET', path: '/health', headers: { host } });
    expect(health.status).toBe(403);
  });

  it.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'null',
    'file://',
    'chrome-extension://abcdefgh',
  ])('are refused by their Origin: %s', async (origin) => {
    const { port, bearer } = await secured();
    const answer = await rawRequest(port, { headers: { ...bearer(), origin }, body: initialize });
    expect(answer.status).toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const preflight = await rawRequest(port, { method: 'OPTIONS', headers: { origin } });
    expect(preflight.status).toBe(403);
  });

  it.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])('pass by the name %s', async (name) => {
    const { port, bearer } = await secured();
    const headers = { ...bearer(), host: `${name}:${port}` };
    expect((await rawRequest(port, { headers, body: initialize })).status).toBe(200);
  });

  it('pass from pages of this machine and of the allow list, which alone get CORS headers', async () => {
    const { port, bearer } = await secured({ allowedOrigins: ['https://ralph.example'] });
    for (const origin of ['http://localhost:5173', 'https://ralph.example']) {
      const preflight = await rawRequest(port, { method: 'OPTIONS', headers: { origin } });
      expect(preflight.status).toBe(204);
      expect(preflight.headers['access-control-allow-origin']).toBe(origin);
      const answer = await rawRequest(port, { headers: { ...bearer(), origin }, body: initialize });
      expect(answer.status).toBe(200);
    }
    const program = await rawRequest(port, { headers: bearer(), body: initialize });
    expect(program.headers['access-control-allow-origin']).toBeUndefined();
  });
});
