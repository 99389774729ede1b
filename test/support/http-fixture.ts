import { createLogger } from '../../src/base/logger.ts';
import { createCallTracker } from '../../src/server/call-tracker.ts';
import { fixedTokens } from '../../src/server/http/access.ts';
import type { HttpLimits } from '../../src/server/http/http-limits.ts';
import { siteRules } from '../../src/server/http/same-site.ts';
import { type McpHttpServer, startMcpHttp } from '../../src/server/http/start-http.ts';
import { testSurface } from '../fixtures/server/test-surface.ts';

export interface HttpFixture extends McpHttpServer {
  /** Everything logged so far, as it stands in a log. */
  logged(): string;
}

/** The HTTP server in this process with a surface per name; each name's token is `token-of-NAME`. */
export async function startHttpFixture(options: {
  readonly root: string;
  readonly names?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
  readonly auth?: boolean;
  readonly allowedOrigins?: readonly string[];
  readonly mostCalls?: number;
}): Promise<HttpFixture> {
  const names = options.names ?? ['test'];
  let log = '';
  const logger = createLogger({
    level: 'debug',
    write: (line) => {
      log += line;
    },
  });
  const surfaces = new Map(
    names.map((name) => [name, testSurface({ root: options.root, logger, name })]),
  );
  const server = await startMcpHttp({
    host: '127.0.0.1',
    port: 0,
    site: siteRules({ host: '127.0.0.1', allowedOrigins: options.allowedOrigins ?? [] }),
    tokens:
      options.auth === false
        ? undefined
        : fixedTokens(names.map((name) => ({ token: tokenOf(name), surfaceKey: name }))),
    anonymous: { surfaceKey: names[0] ?? '' },
    surfaceOf: async (key) => surfaces.get(key),
    calls: createCallTracker(options.mostCalls),
    logger,
    limits: { graceMs: 2_000, ...options.limits },
  });
  return { ...server, logged: () => log };
}

export function tokenOf(name: string): string {
  return `token-of-${name}-0123456789abcdef`;
}
