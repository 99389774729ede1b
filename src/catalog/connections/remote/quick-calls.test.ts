import { describe, expect, it, vi } from 'vitest';
import { parameterHeaders } from '../../call/parameter-headers.ts';
import { far, newer, older } from '../../testing/far-servers.ts';
import { plainCall, textOf } from '../../testing/raw-servers.ts';

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

  it('keeps no connection of calls that it never answered', async () => {
    const { url, connections } = await start();
    const pool = far(url, { timeoutMs: 50 });
    for (let calls = 0; calls < 8; calls++)
      await expect(pool.call('far', 'wait', {}, plainCall)).rejects.toThrow('0.05 s');
    await vi.waitFor(() => expect(connections()).toBeLessThan(6));
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

it.each([
  [
    'a key with an end of line',
    { Authorization: 'Bearer of-test\n' },
    'authorization',
    'Bearer of-test',
  ],
  ['a letter that is not in ASCII', { 'X-City': 'Zürich' }, 'x-city', 'Zürich'],
  ['two of one name', { 'X-Tag': 'a', 'x-tag': 'b' }, 'x-tag', 'a, b'],
  ['no word on who asks', {}, 'user-agent', 'node'],
  ['a word on who asks', { 'User-Agent': 'mine/1' }, 'user-agent', 'mine/1'],
])('calls carry the same headers as all other requests: %s', async (_, headers, name, value) => {
  const { url, seen } = await newer();
  await far(url, { headers }).call('far', 'echo', { text: '' }, plainCall);
  expect(seen.map((request) => request.headers[name])).toEqual(seen.map(() => value));
});

it('a login in the address goes into the header for it, unless there is another', async () => {
  const { url, seen } = await newer();
  const address = url.replace('//', '//me:p%40ss@');
  await far(address).call('far', 'echo', { text: '' }, plainCall);
  const login = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(seen.map(() => login));
  const pool = far(address, { headers: { Authorization: 'Bearer of-test' } });
  await pool.call('far', 'echo', { text: '' }, plainCall);
  expect(seen.at(-1)?.headers.authorization).toBe('Bearer of-test');
});
