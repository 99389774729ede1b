import { bearer, type Client, type Place } from '../client.ts';
import { inRoot, xdgConfig } from '../folders.ts';

const variable = (name: string) => `{env:${name}}`;

/** opencode reads either name, and people who write comments use the second. */
const names = ['opencode.json', 'opencode.jsonc'];

export const opencode: Client = {
  title: 'opencode',
  files: {
    user: (place: Place) => names.map((name) => xdgConfig(place, 'opencode', name)),
    project: (place: Place) => names.map((name) => inRoot(place, name)),
  },
  defaultScope: 'project',
  format: 'jsonc',
  parent: 'mcp',
  stdio: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
  http: ({ url, token }) => ({
    type: 'remote',
    url,
    headers: { Authorization: bearer(token, variable) },
    enabled: true,
  }),
  notes: ['Start opencode again; "opencode mcp list" shows it.'],
};
