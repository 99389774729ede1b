import { randomUUID } from 'node:crypto';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import { listenedResources } from '../mcp/listen-request.ts';
import { createSubscriptions, type Subscriptions } from '../mcp/subscriptions.ts';
import type { McpSurface } from '../surface.ts';
import { nodeRequest } from './node-request.ts';
import type { HttpExchange } from './route.ts';
import type { McpRouteOptions } from './surface-source.ts';

interface Entry {
  readonly surface: McpSurface;
  readonly handler: McpHttpHandler;
  readonly listening: Subscriptions;
}

export interface McpRequests {
  serve(exchange: HttpExchange, surface: McpSurface, body: unknown): Promise<void>;
  close(): Promise<void>;
}

/** Requests of 2026-07-28: each stands alone. What a surface's listeners share is kept per surface. */
export function createModernRequests(options: McpRouteOptions): McpRequests {
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
    const entry = { surface, handler, listening };
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
    async serve({ req, res }, surface, body) {
      const { handler, listening } = await entryOf(surface);
      const owner = randomUUID();
      for (const uri of listenedResources(body)) listening.add(owner, uri);
      res.once('close', () => listening.remove(owner));
      await toNodeHandler(handler)(nodeRequest(req), res, body);
    },
    async close() {
      for (const key of [...entries.keys()]) await drop(key);
    },
  };
}
