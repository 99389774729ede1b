import type { Client } from '../client.ts';
import { applicationData } from '../folders.ts';

export const claudeDesktop: Client = {
  title: 'Claude Desktop',
  files: { user: (place) => [applicationData(place, 'Claude', 'claude_desktop_config.json')] },
  defaultScope: 'user',
  format: 'jsonc',
  parent: 'mcpServers',
  stdio: ({ command, args }) => ({ command, args }),
  notes: ['Quit Claude Desktop completely and open it again; closing the window is not enough.'],
};
