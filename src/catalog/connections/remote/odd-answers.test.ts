import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answering, far, realAnswers } from '../../testing/far-servers.ts';
import { plainCall, textOf } from '../../testing/raw-servers.ts';

it('an answer may lead elsewhere on the same server', async () => {
  const real = realAnswers();
  const { url, seen } = await answering((req, res) => {
    if (req.url === '/moved') real(req, res);
    else res.writeHead(307, { location: '/moved' }).end();
  });
  expect(textOf(await far(url).call('far', 'echo', { text: 'hi' }, plainCall))).toBe('"hi"');
  expect(seen.filter(({ headers }) => headers['mcp-method'] === 'tools/call')).toHaveLength(2);
});

it('an answer is not read to its end when it is too large', async () => {
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
])('an answer fails the call at once: %s', async (what, type, body) => {
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

it('a call finds a new connection when the server closed the one that was kept', async () => {
  const real = realAnswers();
  const { url, seen } = await answering((req, res) => {
    real(req, res);
    res.on('finish', () => setTimeout(() => req.socket.end(), 50));
  });
  const pool = far(url);
  for (const text of ['one', 'two']) {
    expect(textOf(await pool.call('far', 'echo', { text }, plainCall))).toBe(`"${text}"`);
    await delay(200);
  }
  expect(new Set(seen.slice(-2).map(({ connection }) => connection)).size).toBe(2);
});

it.each([
  ['of a number that means nothing', '999 Odd'],
  ['with a reason that is no text', '500 \x01\x02'],
  [
    'that offers another protocol',
    '101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade',
  ],
])('an answer fails the call and nothing else: a status %s', async (_, status) => {
  const { url } = await answering((_req, res) => {
    res.socket?.end(`HTTP/1.1 ${status}\r\ncontent-length: 2\r\n\r\nno`);
  });
  const call = far(url, { timeoutMs: 5_000 }).call('far', 'echo', { text: '' }, plainCall);
  await expect(call).rejects.toMatchObject({
    code: 'execution_failed',
    message: expect.not.stringContaining('did not answer'),
  });
});

describe.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
])('an answer that came as %s, though nobody asked for it', (encoding, compress) => {
  it.each(['application/json', 'text/event-stream'])('is read: %s', async (type) => {
    const { url } = await answering(async (req, res) => {
      let sent = '';
      for await (const chunk of req) sent += chunk;
      const result = { resultType: 'complete', content: [{ type: 'text', text: 'hi' }] };
      const answer = JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(sent).id, result });
      res.writeHead(200, { 'content-type': type, 'content-encoding': encoding });
      res.end(compress(type === 'application/json' ? answer : `data: ${answer}\n\n`));
    });
    expect(textOf(await far(url).call('far', 'echo', { text: '' }, plainCall))).toBe('hi');
  });

  it('fails the call at once when it is cut or far too large', async () => {
    const { url } = await answering((_, res) => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
      if (cut) res.end(compress('{}'.repeat(99)).subarray(0, 8));
      else res.end(compress(' '.repeat(20e6)));
    });
    const pool = far(url);
    let cut = true;
    await expect(pool.call('far', 'echo', { text: '' }, plainCall)).rejects.toMatchObject({
      code: 'execution_failed',
    });
    cut = false;
    await expect(pool.call('far', 'echo', { text: '' }, plainCall)).rejects.toMatchObject({
      code: 'budget_exceeded',
    });
  });
});
