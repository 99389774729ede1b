import type { AgentAdapter, LaunchIntent, Permission } from '../adapter.ts';
import { option } from '../options.ts';
import { qwenParser } from './parser.ts';

const mcpFile = 'mcp.json';
const approval: Readonly<Record<Permission, string>> = {
  read_only: 'default',
  edit: 'auto-edit',
  full: 'yolo',
};

/** Qwen Code, which speaks Claude Code's stream. Servers of the host are shut out by name. */
export const qwen: AgentAdapter = {
  name: 'qwen',
  reports: { cost: false, tokens: true },
  command: (intent) => ({
    program: intent.command ?? 'qwen',
    args: [
      ...option('-o', 'stream-json'),
      ...option('-m', intent.model),
      ...option('--approval-mode', approval[intent.permission]),
      ...(intent.mcpConfig ? option('--mcp-config', `${intent.scratch}/${mcpFile}`) : []),
      ...Object.keys(intent.mcpConfig?.mcpServers ?? {}).flatMap((name) =>
        option('--allowed-mcp-server-names', name),
      ),
      ...permissionArgs[intent.permission],
      ...(intent.extraArgs ?? []),
    ],
    env: {},
    ...(intent.mcpConfig && { files: { [mcpFile]: mcpConfig(intent) } }),
  }),
  createParser: qwenParser,
};

const permissionArgs: Readonly<Record<Permission, readonly string[]>> = {
  read_only: ['run_shell_command', 'write_file', 'edit'].flatMap((tool) =>
    option('--exclude-tools', tool),
  ),
  edit: option('--allowed-tools', 'run_shell_command'),
  full: [],
};

/** `trust` spares a question that nobody would answer. */
function mcpConfig(intent: LaunchIntent): string {
  const entries = Object.entries(intent.mcpConfig?.mcpServers ?? {}).map(
    ([name, { type, url, ...server }]) => [
      name,
      {
        ...server,
        ...(url !== undefined && (type === 'sse' ? { url } : { httpUrl: url })),
        trust: true,
        ...(name === 'ralph' && { includeTools: intent.mcpTools }),
      },
    ],
  );
  return JSON.stringify({ mcpServers: Object.fromEntries(entries) });
}
