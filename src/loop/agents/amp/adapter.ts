import type { AgentAdapter, LaunchIntent, Permission } from '../adapter.ts';
import { option } from '../options.ts';
import { claudeParser } from '../stream/claude-parser.ts';

const settingsFile = 'amp-settings.json';
const mcpFile = 'mcp.json';
const reading = [
  'Read',
  'Grep',
  'glob',
  'finder',
  'oracle',
  'librarian',
  'web_search',
  'read_web_page',
];
const own: Readonly<Record<Permission, readonly string[]>> = {
  read_only: reading,
  edit: [...reading, 'edit_file', 'create_file', 'undo_edit', 'Bash', 'Task', 'task_list'],
  full: ['*'],
};

/** Amp, which speaks Claude Code's stream and chooses its models itself. */
export const amp: AgentAdapter = {
  name: 'amp',
  reports: { cost: false, tokens: true },
  command: (intent) => ({
    program: intent.command ?? 'amp',
    args: [
      '--execute',
      '--stream-json',
      ...option('--settings-file', `${intent.scratch}/${settingsFile}`),
      ...(intent.mcpConfig ? option('--mcp-config', `${intent.scratch}/${mcpFile}`) : []),
      ...(intent.permission === 'full' ? ['--dangerously-allow-all'] : []),
      ...(intent.extraArgs ?? []),
    ],
    env: { AMP_SKIP_UPDATE_CHECK: '1' },
    files: {
      [settingsFile]: JSON.stringify({
        'amp.permissions': permissions(intent),
        'amp.updates.mode': 'disabled',
      }),
      ...(intent.mcpConfig && { [mcpFile]: JSON.stringify(intent.mcpConfig.mcpServers) }),
    },
  }),
  createParser: () => claudeParser(),
};

/** The first rule that fits decides. */
function permissions(intent: LaunchIntent): readonly object[] {
  const servers = Object.keys(intent.mcpConfig?.mcpServers ?? {}).filter((n) => n !== 'ralph');
  const ralph = intent.mcpConfig ? intent.mcpTools.map((tool) => `mcp__ralph__${tool}`) : [];
  const allowed = [
    ...ralph,
    ...servers.map((name) => `mcp__${name}__*`),
    ...own[intent.permission],
  ];
  return [...allowed.map((tool) => ({ tool, action: 'allow' })), { tool: '*', action: 'reject' }];
}
