import type { IncomingMessage } from 'node:http';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import { createLegacyRequests } from './legacy-requests.ts';
import { createModernRequests } from './modern-requests.ts';
import { readJsonBody } from './read-json-body.ts';
import { respondProblem } from './respond.ts';
import type { HttpRoute } from './route.ts';
import { type McpRouteOptions, surfaceGone } from './surface-source.ts';

/** A route with something to end when the server does. */
export interface ClosableRoutes {
  readonly routes: readonly HttpRoute[];
  close(): Promise<void>;
}

/** Streamable HTTP for both protocol eras, told apart by what each request says of itself. */
export function createMcpRoute(options: McpRouteOptions): ClosableRoutes {
  const modern = createModernRequests(options);
  const legacy = createLegacyRequests(options);
  const route: HttpRoute = {
    path: '/mcp',
    methods: ['GET', 'POST', 'DELETE'],
    access: 'token',
    async handle(exchange) {
      const { req, res, grant } = exchange;
      const surface = await options.surfaceOf(grant.surfaceKey);
      if (!surface) return respondProblem(res, surfaceGone);
      let body: unknown;
      if (req.method === 'POST') {
        const read = await readJsonBody(req, options.limits.bodyBytes);
        if (!read.ok) return respondProblem(res, read.problem);
        body = read.value;
        if (Array.isArray(body) && body.length > 1 && !exchange.charge(body.length - 1)) return;
      }
      if (await modern.serveKnown(exchange, surface, body)) return;
      const requests = isLegacy(req, body) ? legacy : modern;
      await requests.serve(exchange, surface, body);
    },
  };
  return {
    routes: [route],
    async close() {
      await modern.close();
      await legacy.close();
    },
  };
}

function isLegacy(req: IncomingMessage, body: unknown): boolean {
  const header = (name: string) => {
    const value = req.headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const version = header('mcp-protocol-version');
  const method = header('mcp-method');
  const name = header('mcp-name');
  const { kind } = classifyInboundRequest({
    httpMethod: req.method ?? 'GET',
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
    ...(body !== undefined && { body }),
  });
  return kind === 'legacy';
}
