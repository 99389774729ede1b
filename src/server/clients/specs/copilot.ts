import { bearer, type Client } from '../client.ts';
import { inHome, inRoot, join, namedFolder } from '../folders.ts';

const variable = (name: string) => `\${${name}}`;

export const copilot: Client = {
  title: 'GitHub Copilot CLI',
  files: {
    user: (place) => [
      join(
        place,
        namedFolder(place, 'COPILOT_HOME') ?? inHome(place, '.copilot'),
        'mcp-config.json',
      ),
    ],
    // `.mcp.json` would work too, but belongs to Claude Code, whose entries have no `tools`.
    project: (place) => [inRoot(place, '.github', 'mcp.json')],
  },
  defaultScope: 'user',
  format: 'jsonc',
  parent: 'mcpServers',
  stdio: ({ command, args }) => ({ type: 'local', command, args, tools: ['*'] }),
  http: ({ url, token }) => ({
    type: 'http',
    url,
    headers: { Authorization: bearer(token, variable) },
    tools: ['*'],
  }),
  notes: [
    'Start a new Copilot CLI session; "/mcp show" lists it. Project files count only in trusted folders.',
  ],
};
