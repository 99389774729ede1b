import type { Logger } from '../../base/logger.ts';
import type { ServerShared } from '../mcp/create-mcp-server.ts';
import type { McpSurface } from '../surface.ts';
import type { HttpLimits } from './http-limits.ts';

/** What the MCP routes are made from. */
export interface McpRouteOptions {
  /** The surface behind a key, or undefined when it is no more (a session that ended). */
  readonly surfaceOf: (key: string) => Promise<McpSurface | undefined>;
  readonly shared: ServerShared;
  readonly logger: Logger;
  readonly limits: Pick<HttpLimits, 'bodyBytes' | 'sessions' | 'sessionIdleMs'>;
}

export const surfaceGone = {
  status: 404,
  code: 'session_ended',
  message: 'The session of this token has ended.',
  hint: 'Start a new session, and use its token.',
};
