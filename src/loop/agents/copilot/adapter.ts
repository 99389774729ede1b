import path from 'node:path';
import { readTextIfExists } from '../../../base/files.ts';
import type { AgentAdapter, LaunchIntent, Permission } from '../adapter.ts';
import { option } from '../options.ts';
import { copilotParser } from './parser.ts';
import { usageFileEvents } from './usage-file.ts';

const mcpFile = 'mcp.json';
const usageFile = 'usage.json';

/**
 * GitHub Copilot CLI. Servers of the host cannot be left out without its login, but their tools need an approval that
 * nobody gives.
 */
export const copilot: AgentAdapter = {
  name: 'copilot',
  reports: { cost: false, tokens: true },
  command: (intent) => ({
    program: intent.command ?? 'copilot',
    args: [
      ...option('--output-format', 'json'),
      '--no-color',
      '--no-auto-update',
      '--no-remote',
      '--no-ask-user',
      '--disable-builtin-mcps',
      ...option('--usage-output-file', path.join(intent.scratch, usageFile)),
      ...(intent.mcpConfig
        ? option('--additional-mcp-config', `@${path.join(intent.scratch, mcpFile)}`)
        : []),
      ...option('--model', intent.model),
      ...option('--reasoning-effort', intent.reasoningEffort),
      ...permissionArgs[intent.permission](intent),
      ...(intent.extraArgs ?? []),
    ],
    env: {},
    ...(intent.mcpConfig && { files: { [mcpFile]: mcpConfig(intent) } }),
  }),
  createParser: copilotParser,
  async afterExit(intent) {
    const file = path.join(intent.scratch, usageFile);
    return usageFileEvents(await readTextIfExists(file).catch(() => undefined));
  },
};

const permissionArgs: Readonly<Record<Permission, (intent: LaunchIntent) => readonly string[]>> = {
  read_only: (intent) => [...servers(intent), '--deny-tool=write', '--deny-tool=shell'],
  edit: (intent) => [...servers(intent), '--allow-tool=write', '--allow-tool=shell'],
  full: () => ['--allow-all'],
};

function servers(intent: LaunchIntent): readonly string[] {
  const names = Object.keys(intent.mcpConfig?.mcpServers ?? {});
  return names.flatMap((name) =>
    name === 'ralph'
      ? intent.mcpTools.map((tool) => `--allow-tool=ralph(${tool})`)
      : [`--allow-tool=${name}`],
  );
}

/** Copilot lists no tool of a server unless its entry says which. */
function mcpConfig(intent: LaunchIntent): string {
  const entries = Object.entries(intent.mcpConfig?.mcpServers ?? {}).map(([name, server]) => [
    name,
    {
      ...server,
      type: server.type === 'stdio' || server.url === undefined ? 'local' : server.type,
      tools: name === 'ralph' ? intent.mcpTools : ['*'],
    },
  ]);
  return JSON.stringify({ mcpServers: Object.fromEntries(entries) });
}
