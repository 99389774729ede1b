import type { ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { listening } from '../../testing/far-servers.ts';
import { plainCall, rawServer, testPool, textOf } from '../../testing/raw-servers.ts';

/** A server of the oldest transport: a session is a stream, and takes calls once it was greeted. */
async function startStreaming() {
  const sessions: { stream: ServerResponse; greeted: boolean }[] = [];
  const server = await listening(async (req, res) => {
    if (req.method === 'GET') {
      sessions.push({
        stream: res.writeHead(200, { 'content-type': 'text/event-stream' }),
        greeted: false,
      });
      res.write(`event: endpoint\ndata: /post?session=${sessions.length - 1}\n\n`);
      return;
    }
    let text = '';
    for await (const chunk of req) text += chunk;
    const { id, method, params } = JSON.parse(text);
    const session = sessions[Number(req.url?.split('=')[1])];
    if (!session?.stream.writable || (method === 'tools/call' && !session.greeted))
      return void res.writeHead(400).end('no such session');
    res.writeHead(202).end();
    const answer = (result: object) =>
      session.stream.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
    if (method === 'initialize')
      answer({
        protocolVersion: '2024-11-05',
        capabilities: { tools: {} },
        serverInfo: { name: 'streaming', version: '1' },
      });
    else if (method === 'notifications/initialized') session.greeted = true;
    else if (params?.name === 'end') session.stream.end();
    else if (method === 'tools/call') answer({ content: [{ type: 'text', text: 'hi' }] });
  });
  const { command: _, args: __, ...rest } = rawServer('far');
  const pool = testPool([{ ...rest, transport: 'sse', url: server.url }]);
  return { pool, endStream: () => sessions.at(-1)?.stream.end() };
}

it('a call fails at once when the stream of its answer is lost, and the next one is answered', async () => {
  const { pool } = await startStreaming();
  await expect(pool.call('far', 'end', {}, plainCall)).rejects.toMatchObject({
    message: 'far/end failed: Connection closed',
  });
  expect(textOf(await pool.call('far', 'hi', {}, plainCall))).toBe('hi');
});

it('a stream that is lost between calls is noticed, and nobody is told that a call failed', async () => {
  const { pool, endStream } = await startStreaming();
  expect(textOf(await pool.call('far', 'hi', {}, plainCall))).toBe('hi');
  endStream();
  await vi.waitFor(() => expect(pool.health()).toMatchObject([{ state: 'stopped' }]));
  expect(textOf(await pool.call('far', 'hi', {}, plainCall))).toBe('hi');
});
