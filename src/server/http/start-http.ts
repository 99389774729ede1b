import type { Logger } from '../../base/logger.ts';
import type { CallTracker } from '../call-tracker.ts';
import { createRequestStates } from '../mcp/ask-client.ts';
import type { McpSurface } from '../surface.ts';
import type { AccessGrant, TokenStore } from './access.ts';
import { healthRoute } from './health-route.ts';
import { defaultHttpLimits, type HttpLimits } from './http-limits.ts';
import { createMcpRoute } from './mcp-route.ts';
import type { HttpRoute } from './route.ts';
import type { SiteRules } from './same-site.ts';
import { serveHttp } from './serve-http.ts';
import { createSseRoutes } from './sse-routes.ts';

export interface McpHttpOptions {
  readonly host: string;
  readonly port: number;
  readonly site: SiteRules;
  readonly tokens: TokenStore | undefined;
  readonly sessionTokens?: TokenStore;
  /** Whom a caller without a token is taken for, where tokens are not asked for. */
  readonly anonymous: AccessGrant;
  readonly surfaceOf: (key: string) => Promise<McpSurface | undefined>;
  readonly calls: CallTracker;
  readonly logger: Logger;
  readonly limits?: Partial<HttpLimits>;
  /** What else hangs on the same server. */
  readonly routes?: readonly HttpRoute[];
}

export interface McpHttpServer {
  readonly port: number;
  close(): Promise<void>;
}

/** MCP over HTTP: `/mcp` for Streamable HTTP, `/sse` for the transport before it, `/health` for anybody. */
export async function startMcpHttp(options: McpHttpOptions): Promise<McpHttpServer> {
  const limits = { ...defaultHttpLimits, ...options.limits };
  const mcpOptions = {
    surfaceOf: options.surfaceOf,
    shared: { calls: options.calls, states: createRequestStates() },
    logger: options.logger,
    limits,
  };
  const mcp = createMcpRoute(mcpOptions);
  const sse = createSseRoutes(mcpOptions);
  const endStreams = async () => {
    await mcp.close();
    await sse.close();
  };
  const server = await serveHttp({
    ...options,
    limits,
    routes: [...mcp.routes, ...sse.routes, healthRoute, ...(options.routes ?? [])],
  }).catch(async (thrown: unknown) => {
    await endStreams();
    throw thrown;
  });
  return { port: server.port, close: () => server.close(endStreams) };
}
