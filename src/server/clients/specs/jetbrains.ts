import { bearer, type Client } from '../client.ts';
import { localApplicationData, xdgConfig } from '../folders.ts';

const variable = (name: string) => `\${env:${name}}`;

export const jetbrains: Client = {
  title: 'GitHub Copilot in JetBrains IDEs',
  files: {
    // One file for every JetBrains IDE; Copilot reads none from the project.
    user: (place) => [
      place.platform === 'win32'
        ? localApplicationData(place, 'github-copilot', 'intellij', 'mcp.json')
        : xdgConfig(place, 'github-copilot', 'intellij', 'mcp.json'),
    ],
  },
  defaultScope: 'user',
  format: 'jsonc',
  parent: 'servers',
  stdio: ({ command, args }) => ({ command, args }),
  // Copilot here drops a plain `headers` block; `requestInit` is the one it sends.
  http: ({ url, token }) => ({
    url,
    requestInit: { headers: { Authorization: bearer(token, variable) } },
  }),
  notes: [
    'In the IDE: open Copilot Chat, choose Agent mode, open the tools menu, and start "ralph".',
    'All JetBrains IDEs share this file.',
  ],
};
