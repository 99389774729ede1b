import { randomUUID } from 'node:crypto';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import type { McpSurface } from '../surface.ts';
import { createMcpSessions, type McpSession } from './mcp-sessions.ts';
import type { McpRequests } from './modern-requests.ts';
import { nodeRequest } from './node-request.ts';
import { type HttpProblem, respondProblem } from './respond.ts';
import type { McpRouteOptions } from './surface-source.ts';

interface StreamableSession extends McpSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/** Requests of 2025-11-25 and before: an `initialize` opens a session, and the others name it. */
export function createLegacyRequests(options: McpRouteOptions): McpRequests {
  const { shared, limits } = options;
  const sessions = createMcpSessions<StreamableSession>({
    most: limits.sessions,
    idleMs: limits.sessionIdleMs,
  });

  async function openSession(surface: McpSurface): Promise<StreamableSession> {
    const server = createMcpServer(surface, shared);
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
    });
    const closed = server.onclose;
    server.onclose = () => {
      sessions.remove(id);
      closed?.();
    };
    await server.connect(transport);
    const session = { id, surfaceKey: surface.key, transport, close: () => server.close() };
    sessions.add(session);
    return session;
  }

  async function sessionFor(
    id: string | undefined,
    surface: McpSurface,
    body: unknown,
  ): Promise<StreamableSession | HttpProblem> {
    if (id !== undefined) return sessions.find(id, surface.key) ?? noSuchSession;
    if (!isInitializeRequest(body)) return sessionNotNamed;
    return (await sessions.makeRoom()) ? openSession(surface) : tooManySessions;
  }

  return {
    async serve({ req, res }, surface, body) {
      const id = req.headers['mcp-session-id'];
      const session = await sessionFor(typeof id === 'string' ? id : undefined, surface, body);
      if ('status' in session) return respondProblem(res, session);
      res.once('close', sessions.use(session.id));
      const handle = toNodeHandler({
        fetch: (request, extra) => session.transport.handleRequest(request, extra),
      });
      await handle(nodeRequest(req), res, body);
      // An initialize that was refused leaves a session that nobody knows the name of.
      if (session.transport.sessionId === undefined) await session.close();
    },
    close: () => sessions.close(),
  };
}

const noSuchSession: HttpProblem = {
  status: 404,
  code: 'no_such_session',
  message: 'There is no session of that Mcp-Session-Id.',
  hint: 'It ended or never was: send initialize without the header to start one.',
};
const sessionNotNamed: HttpProblem = {
  status: 400,
  code: 'session_not_named',
  message: 'The Mcp-Session-Id header is missing.',
  hint: 'Send initialize first, then the session id it answers with every request.',
};
const tooManySessions: HttpProblem = {
  status: 503,
  code: 'too_many_sessions',
  message: 'As many sessions are in use as this server keeps.',
  hint: 'Close one, then try again.',
  headers: { 'retry-after': '10' },
};
