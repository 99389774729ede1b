import { bearer, type Client } from '../client.ts';
import { inRoot, join, namedFolder } from '../folders.ts';

const variable = (name: string) => `\${${name}}`;

export const gemini: Client = {
  title: 'Gemini CLI',
  files: {
    user: (place) => [
      join(place, namedFolder(place, 'GEMINI_CLI_HOME') ?? place.home, '.gemini', 'settings.json'),
    ],
    project: (place) => [inRoot(place, '.gemini', 'settings.json')],
  },
  defaultScope: 'project',
  format: 'jsonc',
  parent: 'mcpServers',
  stdio: ({ command, args }) => ({ command, args }),
  // Gemini reads a plain `url` as the older SSE transport.
  http: ({ url, token }) => ({
    httpUrl: url,
    headers: { Authorization: bearer(token, variable) },
  }),
  notes: [
    'Start a new Gemini CLI session; /mcp shows it. Project files count only in trusted folders.',
  ],
};
