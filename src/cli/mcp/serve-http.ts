import type { Logger } from '../../base/logger.ts';
import type { CallTracker } from '../../server/call-tracker.ts';
import { fixedTokens, type TokenStore } from '../../server/http/access.ts';
import { isLoopback, siteRules } from '../../server/http/same-site.ts';
import { type McpHttpOptions, startMcpHttp } from '../../server/http/start-http.ts';
import { type HttpToken, httpToken } from '../../server/http/token-file.ts';
import { catalogRoutes } from '../../server/rest/catalog-routes.ts';
import type { McpSurface } from '../../server/surface.ts';
import type { Invocation } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import type { ServeSettings } from './serve-settings.ts';

/** Serves over HTTP until the program is told to stop. */
export async function serveOverHttp(options: {
  readonly invocation: Invocation;
  readonly settings: ServeSettings;
  readonly auth: boolean;
  readonly root: string;
  readonly surface: McpSurface;
  readonly sessionTokens: TokenStore | undefined;
  readonly surfaceOf: McpHttpOptions['surfaceOf'];
  readonly calls: CallTracker;
  readonly logger: Logger;
}): Promise<void> {
  const { invocation, settings, surface, calls, logger } = options;
  const { host } = settings;
  if (!options.auth && !isLoopback(host)) {
    throw new UsageError(`--no-auth would open this repository to everybody who reaches ${host}.`, {
      hint: 'Leave --no-auth out and give clients the token, or listen on this machine only: --host 127.0.0.1.',
    });
  }
  const token = options.auth
    ? await httpToken({ root: options.root, env: invocation.env })
    : undefined;
  const server = await startMcpHttp({
    host,
    port: settings.port,
    site: siteRules({
      host,
      allowedHosts: settings.allowedHosts,
      allowedOrigins: settings.allowedOrigins,
    }),
    tokens: token && fixedTokens([{ token: token.token, surfaceKey: surface.key }]),
    ...(options.sessionTokens && { sessionTokens: options.sessionTokens }),
    anonymous: { surfaceKey: surface.key },
    surfaceOf: options.surfaceOf,
    routes: catalogRoutes({ surfaceOf: options.surfaceOf, calls }),
    calls,
    logger,
    limits: {
      ...(settings.bodyBytes !== undefined && { bodyBytes: settings.bodyBytes }),
      ...(settings.requestsPerMinute !== undefined && {
        requestsPerMinute: settings.requestsPerMinute,
      }),
    },
  });
  announce(invocation, settings, server.port, token);
  await aborted(invocation.signal);
  await server.close();
}

function announce(
  { output }: Invocation,
  { host, transport }: ServeSettings,
  port: number,
  token: HttpToken | undefined,
): void {
  const base = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const [first, second] = transport === 'sse' ? ['/sse', '/mcp'] : ['/mcp', '/sse'];
  output.error(`ralph: serving MCP at ${base}${first} (also ${base}${second})`);
  if (!token)
    output.error('ralph: no token is asked for; every program on this machine can call it');
  else if (token.file === undefined)
    output.error('ralph: clients send the token of RALPH_MCP_TOKEN');
  else
    output.error(`ralph: clients send "Authorization: Bearer …" with the token in ${token.file}`);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
