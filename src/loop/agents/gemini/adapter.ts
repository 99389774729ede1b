import path from 'node:path';
import { homeFolder } from '../../../base/home-folder.ts';
import type { AgentAdapter, LaunchIntent, McpServer, Permission } from '../adapter.ts';
import { isRemote, option } from '../options.ts';
import { geminiParser } from './parser.ts';

const home = 'gemini';
/** Who the user is logged in as; the rest of the host's `.gemini` stays out. */
const login = [
  'oauth_creds.json',
  'google_accounts.json',
  'gemini-credentials.json',
  'installation_id',
];
const approval: Readonly<Record<Permission, string>> = {
  read_only: 'default',
  edit: 'auto_edit',
  full: 'yolo',
};

/**
 * Gemini CLI. It has no flag for servers, and reads its system settings only from folders that nobody else can write:
 * so it gets a home of its own in the scratch folder, with links to the login.
 */
export const gemini: AgentAdapter = {
  name: 'gemini',
  reports: { cost: false, tokens: true },
  command(intent) {
    const host = path.join(intent.env.GEMINI_CLI_HOME || homeFolder(intent.env), '.gemini');
    const servers = Object.keys(intent.mcpConfig?.mcpServers ?? {});
    return {
      program: intent.command ?? 'gemini',
      args: [
        ...option('-o', 'stream-json'),
        ...option('-m', intent.model),
        ...option('--approval-mode', approval[intent.permission]),
        '--skip-trust',
        ...(intent.permission === 'full'
          ? []
          : option('--policy', path.join(intent.scratch, home, 'policy.toml'))),
        ...servers.flatMap((name) => option('--allowed-mcp-server-names', name)),
        ...(intent.extraArgs ?? []),
      ],
      env: { GEMINI_CLI_HOME: path.join(intent.scratch, home) },
      files: {
        [`${home}/.gemini/settings.json`]: JSON.stringify(settings(intent)),
        [`${home}/policy.toml`]: policy(intent.permission),
      },
      links: Object.fromEntries(
        login.map((name) => [`${home}/.gemini/${name}`, path.join(host, name)]),
      ),
    };
  },
  createParser: geminiParser,
};

function settings(intent: LaunchIntent): object {
  const servers = Object.entries(intent.mcpConfig?.mcpServers ?? {});
  return {
    // Ralph waits for a rate limit to pass; ten attempts here would only hide it for minutes.
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 3 },
    privacy: { usageStatisticsEnabled: false },
    security: { auth: { selectedType: authType(intent.env) } },
    mcpServers: Object.fromEntries(
      servers.map(([name, server]) => [name, serverEntry(name, server, intent.mcpTools)]),
    ),
  };
}

function authType(env: LaunchIntent['env']): string {
  if (env.GOOGLE_GENAI_USE_VERTEXAI === 'true') return 'vertex-ai';
  return env.GEMINI_API_KEY ? 'gemini-api-key' : 'oauth-personal';
}

function serverEntry(name: string, server: McpServer, ralphTools: readonly string[]): object {
  const shared = { trust: true, ...(name === 'ralph' && { includeTools: ralphTools }) };
  return isRemote(server)
    ? {
        ...(server.type === 'sse' ? { url: server.url } : { httpUrl: server.url }),
        headers: server.headers ?? {},
        ...shared,
      }
    : { command: server.command, args: server.args ?? [], env: server.env ?? {}, ...shared };
}

/** Where nobody can be asked, Gemini denies what has no rule: edits are allowed by its mode, commands by this. */
function policy(permission: Permission): string {
  const rule = (tools: readonly string[], decision: string) =>
    `[[rule]]\ntoolName = ${JSON.stringify(tools)}\ndecision = "${decision}"\npriority = 500\n`;
  return permission === 'read_only'
    ? rule(['run_shell_command', 'write_file', 'replace'], 'deny')
    : rule(['run_shell_command'], 'allow');
}
