import { bearer, type Client } from '../client.ts';
import { inHome, inRoot } from '../folders.ts';

const variable = (name: string) => `\${env:${name}}`;

export const cursor: Client = {
  title: 'Cursor',
  files: {
    user: (place) => [inHome(place, '.cursor', 'mcp.json')],
    project: (place) => [inRoot(place, '.cursor', 'mcp.json')],
  },
  defaultScope: 'project',
  format: 'jsonc',
  parent: 'mcpServers',
  stdio: ({ command, args }) => ({ command, args }),
  http: ({ url, token }) => ({ url, headers: { Authorization: bearer(token, variable) } }),
  notes: ['In Cursor: open Settings, then MCP, and switch "ralph" on.'],
};
