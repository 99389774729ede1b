import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { nodeRequest } from '../../server/http/node-request.ts';
import type { ServerSpec } from '../connections/server-spec.ts';
import { rawServer, testPool } from './raw-servers.ts';

interface Seen {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly connection: number | undefined;
}

interface FarServer {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** How many are open. */
  connections(): number;
}

function makeServer(cancelled: string[] = []): McpServer {
  const server = new McpServer({ name: 'far', version: '1' });
  const text = (value: unknown) => ({
    content: [{ type: 'text' as const, text: JSON.stringify(value) }],
  });
  server.registerTool(
    'echo',
    { description: 'Answers with the text.', inputSchema: z.object({ text: z.string() }) },
    async (input) => text(input.text),
  );
  server.registerTool(
    'count',
    { description: 'Says how far it is.', inputSchema: z.object({}) },
    async (_, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [1, 2])
        if (progressToken !== undefined)
          await mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 2 },
          });
      return text('counted');
    },
  );
  server.registerTool(
    'ask',
    { description: 'Asks for a colour.', inputSchema: z.object({}) },
    async (_, { mcpReq }) => {
      const requestedSchema = {
        type: 'object' as const,
        properties: { colour: { type: 'string' as const } },
      };
      const question = { mode: 'form' as const, message: 'Which colour?', requestedSchema };
      return text(await mcpReq.elicitInput(question));
    },
  );
  server.registerTool(
    'wait',
    { description: 'Waits until it is told not to.', inputSchema: z.object({}) },
    async (_, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress: 1 },
        });
      await new Promise((resolve) => mcpReq.signal.addEventListener('abort', resolve));
      cancelled.push('wait');
      return text('late');
    },
  );
  server.registerTool(
    'route',
    {
      description: 'Wants its region in a header.',
      inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
    },
    async ({ region }) => text(region),
  );
  return server;
}

/** Answers on a port of its own, and keeps what of its clients it saw. */
export async function listening(answer: RequestListener): Promise<FarServer> {
  const seen: Seen[] = [];
  let open = 0;
  const server = createServer((req, res) => {
    seen.push({ method: req.method, headers: req.headers, connection: req.socket.remotePort });
    answer(req, res);
  });
  server.on('connection', (socket) => {
    open++;
    socket.on('close', () => open--);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, seen, connections: () => open };
}

/** As a server of the SDK answers. */
export function realAnswers(cancelled?: string[]): RequestListener {
  const handle = toNodeHandler(createMcpHandler(() => makeServer(cancelled)));
  return (req, res) => void handle(nodeRequest(req), res);
}

export function newer(cancelled?: string[]) {
  return listening(realAnswers(cancelled));
}

/** With a session, and streams for answers. */
export async function older(cancelled?: string[]) {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => 'session-of-test',
  });
  await makeServer(cancelled).connect(transport);
  const handle = toNodeHandler({ fetch: (request) => transport.handleRequest(request) });
  return listening((req, res) => void handle(nodeRequest(req), res));
}

/** A pool that knows one server, `far`. */
export function far(url: string, extra: Partial<ServerSpec> = {}) {
  const { command: _, args: __, ...rest } = rawServer('far', extra);
  return testPool([{ ...rest, transport: 'http', url }]);
}

/** Greets as the SDK does, and answers calls as given. */
export async function answering(answer: RequestListener) {
  const handle = realAnswers();
  return listening((req, res) => {
    if (req.headers['mcp-method'] === 'tools/call') answer(req, res);
    else handle(req, res);
  });
}
