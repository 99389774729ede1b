import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { nodeRequest } from './http/node-request.ts';

/** The least that the SDK can serve: what benchmarks compare with, and what they put behind the gateway. */
function createEchoServer(): McpServer {
  const server = new McpServer({ name: 'echo', version: '1.0.0' });
  server.registerTool(
    'echo',
    { description: 'Answers with the text.', inputSchema: z.object({ text: z.string() }) },
    async ({ text }) => ({ content: [{ type: 'text', text }] }),
  );
  return server;
}

export function serveEchoOnStdio(): void {
  serveStdio(createEchoServer);
}

/** The plainest gateway: one tool, passed on to whatever `call` reaches. */
export function serveRelayOnStdio(
  call: (params: Record<string, unknown>) => Promise<object>,
): void {
  serveStdio(() => {
    const server = new Server({ name: 'relay', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/call', async ({ params }) => {
      const result = await call({ name: params.name, arguments: params.arguments ?? {} });
      return { content: [], ...result };
    });
    return server;
  });
}

/** On any free port of this machine. */
export async function serveEchoOnHttp(): Promise<{ readonly url: string; close(): void }> {
  const handle = toNodeHandler(createMcpHandler(createEchoServer));
  const server = createServer((request, response) => void handle(nodeRequest(request), response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
