import { bearer, type Client } from '../client.ts';
import { inHome, inRoot, join, namedFolder } from '../folders.ts';

export const codex: Client = {
  title: 'Codex',
  files: {
    user: (place) => [
      join(place, namedFolder(place, 'CODEX_HOME') ?? inHome(place, '.codex'), 'config.toml'),
    ],
    project: (place) => [inRoot(place, '.codex', 'config.toml')],
  },
  defaultScope: 'user',
  format: 'toml',
  parent: 'mcp_servers',
  stdio: ({ command, args }) => ({ command, args }),
  // Codex names a variable in a field of its own, not inside the header's text.
  http: ({ url, token }) =>
    token.kind === 'variable'
      ? { url, bearer_token_env_var: token.name }
      : { url, http_headers: { Authorization: bearer(token, String) } },
  notes: [
    'Start a new Codex session; "codex mcp list" shows it. Project files count only in trusted folders.',
  ],
};
