// An MCP server with one tool, `report`, that appends what it is told to the file named by REPORT_FILE.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'report', version: '1' },
  }),
  'tools/list': () => ({
    tools: [
      {
        name: 'report',
        description: 'Writes a note.',
        inputSchema: { type: 'object', properties: { note: { type: 'string' } } },
      },
    ],
  }),
  'tools/call'({ name, arguments: input }) {
    if (name !== 'report')
      return { content: [{ type: 'text', text: `no tool ${name}` }], isError: true };
    appendFileSync(process.env.REPORT_FILE, `${input.note}\n`);
    return { content: [{ type: 'text', text: 'noted' }], structuredContent: { noted: input.note } };
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const rest = answer ? { result: answer(params) } : { error: { code: -32601, message: method } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...rest })}\n`);
});
