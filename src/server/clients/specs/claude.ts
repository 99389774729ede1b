import { bearer, type Client } from '../client.ts';
import { inRoot, join, namedFolder } from '../folders.ts';

const variable = (name: string) => `\${${name}}`;

export const claude: Client = {
  title: 'Claude Code',
  files: {
    user: (place) => [
      join(place, namedFolder(place, 'CLAUDE_CONFIG_DIR') ?? place.home, '.claude.json'),
    ],
    project: (place) => [inRoot(place, '.mcp.json')],
  },
  defaultScope: 'project',
  format: 'jsonc',
  parent: 'mcpServers',
  stdio: ({ command, args }) => ({ type: 'stdio', command, args }),
  http: ({ url, token }) => ({
    type: 'http',
    url,
    headers: { Authorization: bearer(token, variable) },
  }),
  notes: [
    'Start a new Claude Code session; /mcp shows it. A project server has to be approved once.',
  ],
};
