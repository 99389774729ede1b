import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import { listenedResources } from '../mcp/listen-request.ts';
import { type PlainCall, readPlainCall } from '../mcp/plain-call.ts';
import { createPlainCalls, type PlainCalls } from '../mcp/plain-calls.ts';
import { createSubscriptions, type Subscriptions } from '../mcp/subscriptions.ts';
import type { McpSurface } from '../surface.ts';
import { nodeRequest } from './node-request.ts';
import { respondJson } from './respond.ts';
import type { HttpExchange } from './route.ts';
import type { McpRouteOptions } from './surface-source.ts';

interface Entry {
  readonly surface: McpSurface;
  readonly handler: McpHttpHandler;
  readonly listening: Subscriptions;
  readonly plain: PlainCalls;
}

export interface McpRequests {
  serve(exchange: HttpExchange, surface: McpSurface, body: unknown): Promise<void>;
  close(): Promise<void>;
}

export interface ModernRequests extends McpRequests {
  /** Answers a call of a manner that the SDK has answered before; false leaves it to whoever serves the others. */
  serveKnown(exchange: HttpExchange, surface: McpSurface, body: unknown): Promise<boolean>;
}

/** Requests of 2026-07-28: each stands alone. What a surface's listeners share is kept per surface. */
export function createModernRequests(options: McpRouteOptions): ModernRequests {
  const { shared, logger, limits } = options;
  const entries = new Map<string, Entry>();

  async function entryOf(surface: McpSurface): Promise<Entry> {
    const known = entries.get(surface.key);
    if (known?.surface === surface) return known;
    await drop(surface.key);
    const [oldest] = entries.keys();
    if (entries.size >= limits.sessions && oldest !== undefined) await drop(oldest);
    const handler = createMcpHandler(() => createMcpServer(surface, shared), {
      legacy: 'reject',
      maxSubscriptions: limits.sessions,
      onerror: (error) => logger.debug('mcp', { error: error.message }),
    });
    const listening = createSubscriptions(surface, (uri) => handler.notify.resourceUpdated(uri));
    const plain = createPlainCalls(surface, shared.calls);
    const entry = { surface, handler, listening, plain };
    entries.set(surface.key, entry);
    return entry;
  }

  async function drop(key: string): Promise<void> {
    const entry = entries.get(key);
    entries.delete(key);
    entry?.listening.close();
    await entry?.handler.close();
  }

  return {
    async serveKnown({ req, res }, surface, body) {
      const known = entries.get(surface.key);
      const call = known?.surface === surface ? readPlainCall(body) : undefined;
      const manner = call && mannerOf(call, req);
      if (!known || !call || manner === undefined) return false;
      return servePlain(known.plain, call, manner, res);
    },
    async serve({ req, res }, surface, body) {
      const { handler, listening, plain } = await entryOf(surface);
      const owner = randomUUID();
      for (const uri of listenedResources(body)) listening.add(owner, uri);
      res.once('close', () => listening.remove(owner));
      await toNodeHandler(handler)(nodeRequest(req), res, body);
      const call = readPlainCall(body);
      const manner = call && mannerOf(call, req);
      if (manner !== undefined && res.statusCode === 200) plain.learn(manner, call?.capabilities);
    },
    async close() {
      for (const key of [...entries.keys()]) await drop(key);
    },
  };
}

/** Undefined when only the SDK can tell whether the headers agree with the call, or the answer is to be a stream. */
function mannerOf(call: PlainCall, { headers }: IncomingMessage): string | undefined {
  const isClear =
    call.revision !== undefined &&
    call.progressToken === undefined &&
    headers['mcp-protocol-version'] === call.revision &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === call.name;
  return isClear ? `${headers.accept}\n${call.manner}` : undefined;
}

const asTheSdkDoes = { 'content-type': 'application/json' };

/** False when the SDK has to answer. */
async function servePlain(
  plain: PlainCalls,
  call: PlainCall,
  manner: string,
  res: ServerResponse,
): Promise<boolean> {
  const running = plain.start(call, manner);
  if (!running) return false;
  const gone = () => running.cancel(new Error('the client is gone'));
  res.once('close', gone);
  const result = await running.result;
  res.off('close', gone);
  if (result) respondJson(res, 200, { jsonrpc: '2.0', id: call.id, result }, asTheSdkDoes);
  return result !== undefined;
}
