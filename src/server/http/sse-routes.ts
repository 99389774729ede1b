import { SSEServerTransport } from '@modelcontextprotocol/server-legacy/sse';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import type { ClosableRoutes } from './mcp-route.ts';
import { createMcpSessions, type McpSession } from './mcp-sessions.ts';
import { readJsonBody } from './read-json-body.ts';
import { respondProblem } from './respond.ts';
import type { HttpRoute } from './route.ts';
import { type McpRouteOptions, surfaceGone } from './surface-source.ts';

interface SseSession extends McpSession {
  readonly transport: SSEServerTransport;
}

const messagesPath = '/sse/messages';
const keepAliveMs = 15_000;

/** The transport of 2024-11-05, which some clients still speak: one stream down, a POST for each message up. */
export function createSseRoutes(options: McpRouteOptions): ClosableRoutes {
  const { limits, shared } = options;
  const sessions = createMcpSessions<SseSession>({
    most: limits.sessions,
    idleMs: limits.sessionIdleMs,
  });

  const stream: HttpRoute = {
    path: '/sse',
    methods: ['GET'],
    access: 'token',
    async handle({ res, grant }) {
      const surface = await options.surfaceOf(grant.surfaceKey);
      if (!surface) return respondProblem(res, surfaceGone);
      if (!(await sessions.makeRoom())) return respondProblem(res, tooManyStreams);
      const transport = new SSEServerTransport(messagesPath, res);
      const server = createMcpServer(surface, shared);
      const id = transport.sessionId;
      sessions.add({ id, surfaceKey: surface.key, transport, close: () => server.close() });
      const done = sessions.use(id);
      const keepAlive = setInterval(() => res.write(': keep-alive\n\n'), keepAliveMs);
      keepAlive.unref();
      res.once('close', () => {
        clearInterval(keepAlive);
        done();
        sessions.remove(id);
      });
      await server.connect(transport);
    },
  };

  const messages: HttpRoute = {
    path: messagesPath,
    methods: ['POST'],
    access: 'token',
    async handle({ req, res, url, grant }) {
      const session = sessions.find(url.searchParams.get('sessionId') ?? '', grant.surfaceKey);
      if (!session) return respondProblem(res, noSuchStream);
      const read = await readJsonBody(req, limits.bodyBytes);
      if (!read.ok) return respondProblem(res, read.problem);
      try {
        await session.transport.handleMessage(read.value);
      } catch {
        return respondProblem(res, notAMessage);
      }
      res.writeHead(202).end('Accepted');
    },
  };

  return { routes: [stream, messages], close: () => sessions.close() };
}

const tooManyStreams = {
  status: 503,
  code: 'too_many_sessions',
  message: 'As many streams are open as this server keeps.',
  hint: 'Close one, then try again.',
  headers: { 'retry-after': '10' },
};
const noSuchStream = {
  status: 404,
  code: 'no_such_session',
  message: 'There is no stream of that sessionId.',
  hint: 'Open GET /sse again, and post to the address it names.',
};
const notAMessage = {
  status: 400,
  code: 'bad_request',
  message: 'The body is not a JSON-RPC 2.0 message.',
  hint: 'Send one request, notification or response.',
};
