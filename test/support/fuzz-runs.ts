import { request } from 'node:http';
import { connect } from 'node:net';
import { z } from 'zod';
import { createFuzzer, modernEnvelope, randomFrom } from './fuzz-messages.ts';
import type { Era } from './mcp-connections.ts';
import { rawRequest } from './raw-http.ts';
import { initialize, jsonHeaders } from './secured-server.ts';
import type { ServerProcess } from './server-fixture.ts';

const memory = z.object({ heapUsed: z.number(), rss: z.number() });
export type Memory = z.infer<typeof memory>;

/** Memory of the server after it collected its garbage; the process must have been started with --expose-gc. */
export function memoryOf({ child }: ServerProcess): Promise<Memory> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(memory.parse(message)));
    child.once('exit', () => reject(new Error('the server is gone')));
    child.send('memory');
  });
}

const modernMessage = (id: string, method: string, params: object) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: modernEnvelope } });

/** A sane request, which both eras serve. */
const probe = (id: string) =>
  `${modernMessage(id, 'tools/call', { name: 'echo', arguments: { text: id } })}\n`;

interface FuzzOptions {
  readonly seed: number;
  readonly count: number;
  readonly onRound?: (sent: number) => Promise<void>;
}

/** Sends fuzz down one stdio connection; every so often it asks something sane and waits for the answer. */
export async function fuzzStdio(
  server: ServerProcess,
  options: FuzzOptions & { readonly era: Era },
): Promise<void> {
  const { child, stderr } = server;
  const fuzzer = createFuzzer(options.seed);
  let buffered = '';
  const waiting = new Map<string, () => void>();
  child.stdout?.on('data', (chunk: Buffer) => {
    buffered += chunk.toString();
    const lines = buffered.split('\n');
    buffered = lines.pop() ?? '';
    for (const line of lines) {
      const { id } = JSON.parse(line);
      waiting.get(id)?.();
      waiting.delete(id);
    }
  });
  const write = (bytes: Buffer | string) =>
    new Promise<void>((resolve, reject) => {
      child.stdin?.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  await write(
    `${options.era === 'modern' ? modernMessage('opening', 'tools/list', {}) : initialize}\n`,
  );
  const round = 250;
  for (let sent = 0; sent < options.count; sent++) {
    await write(Buffer.concat([fuzzer.next(), Buffer.from('\n')]));
    if ((sent + 1) % round !== 0 && sent + 1 !== options.count) continue;
    const id = `probe-${sent}`;
    const answered = new Promise<void>((resolve, reject) => {
      waiting.set(id, resolve);
      child.once('exit', (code) =>
        reject(new Error(`the server ended with ${code} after ${sent} messages: ${stderr()}`)),
      );
    });
    await write(probe(id));
    await answered;
    child.removeAllListeners('exit');
    await options.onRound?.(sent + 1);
  }
}

/** Posts fuzz over several connections, some of which are cut in the middle. */
export async function fuzzHttp(
  server: ServerProcess,
  port: number,
  options: FuzzOptions,
): Promise<void> {
  const fuzzer = createFuzzer(options.seed);
  const random = randomFrom(options.seed + 1);
  const session = await openSession(port);
  const round = 250;
  for (let sent = 0; sent < options.count; sent += round) {
    const count = Math.min(round, options.count - sent);
    const messages = Array.from({ length: count }, () => fuzzer.next());
    const lanes = 8;
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        for (let i = lane; i < messages.length; i += lanes) {
          const body = messages[i] ?? Buffer.alloc(0);
          if (random() < 0.05) await cutConnection(port, body);
          else await post(port, body, random, session);
        }
      }),
    );
    if (server.child.exitCode !== null) throw new Error(`the server is gone: ${server.stderr()}`);
    const alive = await rawRequest(port, { method: 'GET', path: '/health' });
    if (alive.status !== 200) throw new Error(`the server answers ${alive.status}`);
    const opened = await rawRequest(port, { headers: jsonHeaders, body: initialize });
    if (opened.status !== 200) throw new Error(`initialize answers ${opened.status}`);
    await options.onRound?.(sent + count);
  }
}

async function openSession(port: number): Promise<string> {
  const { headers } = await rawRequest(port, { headers: jsonHeaders, body: initialize });
  return String(headers['mcp-session-id']);
}

/** Any answer will do, and none for long: a stream is left as soon as it has said something. */
function post(port: number, body: Buffer, random: () => number, session: string): Promise<void> {
  return new Promise((resolve) => {
    const headers = {
      ...jsonHeaders,
      ...(random() < 0.5 && { 'mcp-session-id': session }),
      ...(random() < 0.3 && { 'mcp-protocol-version': '2026-07-28' }),
      ...(random() < 0.05 && { 'content-type': 'text/plain' }),
    };
    const outgoing = request(
      { host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers },
      (res) => {
        res.on('data', () => {
          if (String(res.headers['content-type']).includes('event-stream')) res.destroy();
        });
        res.on('close', resolve);
        res.on('error', () => resolve());
      },
    );
    outgoing.setTimeout(2_000, () => outgoing.destroy());
    outgoing.on('error', () => resolve());
    outgoing.end(body);
  });
}

function cutConnection(port: number, body: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length + 50}\r\n\r\n`,
      );
      socket.write(body, () => {
        socket.destroy();
        resolve();
      });
    });
    socket.on('error', () => resolve());
  });
}
