// The baseline of the start-up bench: the least an SDK-v2 server on stdio can be, with two tools to list.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

serveStdio(() => {
  const server = new McpServer({ name: 'minimal', version: '1.0.0' });
  for (const name of ['echo', 'shout']) {
    server.registerTool(
      name,
      { description: 'Answers with the text.', inputSchema: z.object({ text: z.string() }) },
      async ({ text }) => ({ content: [{ type: 'text', text }] }),
    );
  }
  return server;
});
