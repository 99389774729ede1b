import { bearer, type Client } from '../client.ts';
import { applicationData, inRoot } from '../folders.ts';

const variable = (name: string) => `\${env:${name}}`;

export const vscode: Client = {
  title: 'VS Code',
  files: {
    user: (place) => [applicationData(place, 'Code', 'User', 'mcp.json')],
    project: (place) => [inRoot(place, '.vscode', 'mcp.json')],
  },
  defaultScope: 'project',
  format: 'jsonc',
  parent: 'servers',
  stdio: ({ command, args }) => ({ type: 'stdio', command, args }),
  http: ({ url, token }) => ({
    type: 'http',
    url,
    headers: { Authorization: bearer(token, variable) },
  }),
  notes: ['In VS Code: run "MCP: List Servers", choose "ralph", start it and trust it.'],
};
