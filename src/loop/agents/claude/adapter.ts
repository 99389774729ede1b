import type { AgentAdapter, LaunchIntent, Permission } from '../adapter.ts';
import { option } from '../options.ts';
import { claudeParser } from '../stream/claude-parser.ts';

const mcpFile = 'mcp.json';
const reading = ['Read', 'Glob', 'Grep', 'WebFetch', 'WebSearch', 'TodoWrite', 'Task'];
const editing = [...reading, 'Edit', 'Write', 'NotebookEdit', 'Bash'];

/** Claude Code. Servers of the host are shut out; what is not allowed here is denied, as nobody can be asked. */
export const claude: AgentAdapter = {
  name: 'claude',
  reports: { cost: true, tokens: true },
  command: (intent) => ({
    program: intent.command ?? 'claude',
    args: [
      '-p',
      ...option('--output-format', 'stream-json'),
      '--verbose',
      '--no-session-persistence',
      '--strict-mcp-config',
      ...(intent.mcpConfig ? option('--mcp-config', `${intent.scratch}/${mcpFile}`) : []),
      ...option('--model', intent.model),
      ...option('--effort', intent.reasoningEffort),
      ...permissionArgs[intent.permission](intent),
      ...(intent.extraArgs ?? []),
    ],
    env: {
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      // Ralph has already chosen the tools; hiding them behind a search would cost a turn.
      ENABLE_TOOL_SEARCH: intent.env.ENABLE_TOOL_SEARCH ?? 'false',
      // As root it refuses to skip permissions unless told that it is contained.
      ...(intent.permission === 'full' && { IS_SANDBOX: '1' }),
    },
    ...(intent.mcpConfig && { files: { [mcpFile]: JSON.stringify(intent.mcpConfig) } }),
  }),
  createParser: () => claudeParser(),
};

const permissionArgs: Readonly<Record<Permission, (intent: LaunchIntent) => readonly string[]>> = {
  // Without the tools that write, whatever the host's own settings allow.
  read_only: (intent) => [
    ...option('--tools', reading.join(',')),
    ...option('--allowedTools', allowed(reading, intent)),
  ],
  edit: (intent) => [
    ...option('--permission-mode', 'acceptEdits'),
    ...option('--allowedTools', allowed(editing, intent)),
  ],
  full: () => ['--dangerously-skip-permissions'],
};

function allowed(own: readonly string[], intent: LaunchIntent): string {
  const servers = Object.keys(intent.mcpConfig?.mcpServers ?? {});
  const others = servers.filter((name) => name !== 'ralph').map((name) => `mcp__${name}`);
  const ralph = intent.mcpConfig ? intent.mcpTools.map((tool) => `mcp__ralph__${tool}`) : [];
  return [...ralph, ...others, ...own].join(',');
}
