import type { AgentAdapter, LaunchIntent, McpServer, Permission } from '../adapter.ts';
import { isRemote, option } from '../options.ts';
import { opencodeParser } from './parser.ts';

const reading = ['read', 'glob', 'grep', 'list', 'todoread', 'todowrite', 'webfetch', 'websearch'];
const own: Readonly<Record<Permission, readonly string[]>> = {
  read_only: reading,
  edit: [...reading, 'edit', 'bash', 'task', 'skill'],
  full: ['*'],
};

/**
 * opencode. Its providers are in the host's configuration, which is therefore read; tools of servers that stand there
 * are denied with everything else that is not named.
 */
export const opencode: AgentAdapter = {
  name: 'opencode',
  reports: { cost: true, tokens: true },
  command: (intent) => ({
    program: intent.command ?? 'opencode',
    args: [
      'run',
      ...option('--format', 'json'),
      // Only its log says that a server did not start.
      '--print-logs',
      ...option('--log-level', 'WARN'),
      ...option('-m', intent.model),
      ...option('--variant', intent.reasoningEffort),
      ...(intent.extraArgs ?? []),
    ],
    env: {
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        permission: permissions(intent),
        mcp: Object.fromEntries(
          Object.entries(intent.mcpConfig?.mcpServers ?? {}).map(([name, server]) => [
            name,
            serverEntry(server),
          ]),
        ),
      }),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_SHARE: '1',
      OPENCODE_PURE: '1',
    },
  }),
  createParser: opencodeParser,
};

function permissions(intent: LaunchIntent): Record<string, string> {
  const servers = Object.keys(intent.mcpConfig?.mcpServers ?? {}).filter((n) => n !== 'ralph');
  const ralph = intent.mcpConfig ? intent.mcpTools.map((tool) => `ralph_${tool}`) : [];
  const allowed = [...own[intent.permission], ...ralph, ...servers.map((name) => `${name}_*`)];
  // The last rule that fits decides, so the refusal of all others comes first.
  return { '*': 'deny', ...Object.fromEntries(allowed.map((name) => [name, 'allow'])) };
}

function serverEntry(server: McpServer): object {
  return isRemote(server)
    ? { type: 'remote', url: server.url, headers: server.headers ?? {}, enabled: true }
    : {
        type: 'local',
        command: [server.command, ...(server.args ?? [])],
        environment: server.env ?? {},
        enabled: true,
      };
}
