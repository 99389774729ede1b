import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from '../../base/logger.ts';
import type { CallTracker } from '../call-tracker.ts';
import { settlesWithin } from '../within.ts';
import { type AccessGrant, bearerToken, type TokenStore } from './access.ts';
import { defaultHttpLimits, type HttpLimits } from './http-limits.ts';
import { listen } from './listen.ts';
import { createRateLimiter } from './rate-limit.ts';
import {
  notFound,
  shuttingDown,
  tooMany,
  unauthorized,
  wrongHost,
  wrongMethod,
  wrongOrigin,
} from './refusals.ts';
import { respondProblem } from './respond.ts';
import type { HttpMethod, HttpRoute } from './route.ts';
import { hostAllowed, originAllowed, type SiteRules } from './same-site.ts';

export interface HttpServerOptions {
  readonly host: string;
  readonly port: number;
  readonly routes: readonly HttpRoute[];
  readonly site: SiteRules;
  /** Undefined serves every caller, as this grant; the caller has made sure that nobody else can reach us. */
  readonly tokens: TokenStore | undefined;
  /** A token of these counts even where none is asked for: it narrows what its caller gets. */
  readonly sessionTokens?: TokenStore;
  readonly anonymous: AccessGrant;
  readonly calls: CallTracker;
  readonly logger: Logger;
  readonly limits?: Partial<HttpLimits>;
}

export interface HttpServer {
  readonly port: number;
  /** Stops accepting, finishes what runs, lets `endStreams` end what would never end, and closes. */
  close(endStreams: () => Promise<void>): Promise<void>;
}

/** The HTTP server that everything hangs on: it checks a request once, then hands it to its route. */
export async function serveHttp(options: HttpServerOptions): Promise<HttpServer> {
  const limits = { ...defaultHttpLimits, ...options.limits };
  const { site, logger, routes } = options;
  const rate = createRateLimiter({
    perMinute: limits.requestsPerMinute,
    burst: limits.requestBurst,
  });
  const byPath = new Map(routes.map((route) => [route.path, route]));
  let closing = false;

  const server = createServer(
    {
      maxHeaderSize: 16_384,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 5_000,
    },
    (req, res) => {
      answer(req, res).catch((thrown: unknown) => {
        logger.error('http request failed', {
          error: thrown instanceof Error ? thrown.stack : String(thrown),
        });
        respondProblem(res, {
          status: 500,
          code: 'internal',
          message: 'Ralph failed while answering this.',
          hint: "Look at the server's log, and try again.",
        });
      });
    },
  );
  server.maxConnections = limits.connections;

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    res.setHeader('x-content-type-options', 'nosniff');
    res.setHeader('cache-control', 'no-store');
    // A client that vanishes in the middle of an answer is no event worth an exception.
    res.on('error', () => {});
    if (!hostAllowed(site, req.headers.host)) return respondProblem(res, wrongHost);
    const { origin } = req.headers;
    if (!originAllowed(site, origin)) return respondProblem(res, wrongOrigin);
    if (origin !== undefined) allowPage(res, origin);
    if (req.method === 'OPTIONS') {
      res.writeHead(204).end();
      return;
    }
    if (closing) return respondProblem(res, shuttingDown);
    const url = requestUrl(req);
    const route = url && (byPath.get(url.pathname) ?? routeAbove(routes, url.pathname));
    if (!url || !route) return respondProblem(res, notFound([...byPath.keys()]));
    if (!isMethodOf(route, req.method)) return respondProblem(res, wrongMethod(route));
    const grant = route.access === 'open' ? options.anonymous : await admit(req);
    if (!grant) return respondProblem(res, unauthorized);
    // Callers without a token share no bucket with those who have one: they could empty it for them.
    const payer =
      route.access === 'open' ? `from ${req.socket.remoteAddress}` : `as ${grant.surfaceKey}`;
    const charge = (messages: number) => {
      const wait = rate.take(payer, messages);
      if (wait !== undefined) respondProblem(res, tooMany(wait));
      return wait === undefined;
    };
    if (!charge(1)) return;
    await route.handle({ req, res, url, grant, charge });
  }

  async function admit(req: IncomingMessage): Promise<AccessGrant | undefined> {
    const { tokens, sessionTokens, anonymous } = options;
    const token = bearerToken(req);
    const grant =
      token === undefined
        ? undefined
        : ((await tokens?.authenticate(token)) ?? (await sessionTokens?.authenticate(token)));
    if (grant || !tokens) return grant ?? anonymous;
    logger.warn('http request without a valid token', { from: req.socket.remoteAddress });
    return undefined;
  }

  const port = await listen(server, options.host, options.port);
  // From here on an error of the listening socket has nobody waiting for it.
  server.on('error', (error) => logger.error('http server', { error: error.message }));
  server.on('clientError', (_, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    else socket.destroy();
  });

  return {
    port,
    async close(endStreams) {
      closing = true;
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await options.calls.drain(limits.graceMs);
      // The answers of the last calls are on their way; streams end only when they are told to.
      await new Promise((resolve) => setImmediate(resolve));
      await endStreams();
      server.closeIdleConnections();
      if (!(await settlesWithin(closed, 500))) server.closeAllConnections();
      await closed;
    },
  };
}

function requestUrl(req: IncomingMessage): URL | undefined {
  const target = req.url ?? '';
  // Only the origin form: an absolute target names a host that nothing has checked.
  return target.startsWith('/') && URL.canParse(target, 'http://ralph.invalid')
    ? new URL(target, 'http://ralph.invalid')
    : undefined;
}

function routeAbove(routes: readonly HttpRoute[], pathname: string): HttpRoute | undefined {
  return routes.find(({ path }) => path.endsWith('/*') && pathname.startsWith(path.slice(0, -1)));
}

function isMethodOf(route: HttpRoute, method: string | undefined): boolean {
  return route.methods.some((one: HttpMethod) => one === method);
}

function allowPage(res: ServerResponse, origin: string): void {
  res.setHeader('access-control-allow-origin', origin);
  res.setHeader('vary', 'origin');
  res.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
  res.setHeader(
    'access-control-allow-headers',
    'authorization, content-type, accept, last-event-id, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name',
  );
  res.setHeader('access-control-expose-headers', 'mcp-session-id, retry-after');
  res.setHeader('access-control-max-age', '600');
}
