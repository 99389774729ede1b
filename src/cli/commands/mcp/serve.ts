import { claimStdout } from '../../../server/stdio/claim-stdout.ts';
import { toolsets } from '../../../tool/tool.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { readFlags, readRoots, transports } from '../../mcp/serve-settings.ts';

export const command: CommandSpec = {
  description:
    'Speaks MCP on standard input and output, or listens for HTTP on /mcp (Streamable HTTP) and /sse. ' +
    'Over HTTP every request needs a bearer token: RALPH_MCP_TOKEN, or one that is made and kept in ' +
    '.ralph/mcp/token of the first root. The token of a planned session opens that session and nothing else.',
  options: [
    {
      name: 'transport',
      value: 'KIND',
      choices: transports,
      description: 'How to serve (stdio unless ralph.yaml says otherwise)',
    },
    {
      name: 'root',
      value: 'DIR',
      repeatable: true,
      description: 'A folder that tools may work in; the first is the one meant when none is named',
    },
    { name: 'host', value: 'ADDRESS', description: 'Where to listen for HTTP (127.0.0.1)' },
    { name: 'port', value: 'PORT', description: 'Port for HTTP (8765); 0 takes any free one' },
    { name: 'log-dir', value: 'DIR', description: 'Where the log goes (.ralph/logs of the root)' },
    {
      name: 'toolsets',
      value: 'NAMES',
      description: `Which tools to list, of ${toolsets.join(', ')} (loop,context,catalog)`,
    },
    { name: 'session', value: 'ID', description: 'List exactly the tools of a planned session' },
    {
      name: 'built-for',
      value: 'FINGERPRINT',
      internal: true,
      description: 'What the generated server was made for',
    },
    {
      name: 'database',
      value: 'FILE',
      internal: true,
      description: 'A copy of the project to work in',
    },
    { name: 'no-auth', description: 'Ask for no token; only where nobody else can connect' },
  ],
  examples: [
    {
      command: 'ralph mcp --transport stdio --root /path/to/repo',
      does: 'What an editor runs; `ralph mcp install` writes it for you.',
    },
    {
      command: 'ralph mcp --transport http --port 8765',
      does: 'One server for several clients on this machine.',
    },
    {
      command: 'ralph mcp --session ses_01',
      does: 'Exactly the tools of one planned session.',
    },
    {
      command: 'ralph mcp --toolsets loop,project',
      does: 'Other tools than the usual ones.',
    },
  ],
  run,
};

async function run(invocation: Invocation): Promise<number> {
  const flags = readFlags(invocation);
  // Before anything else is loaded: from here on standard output belongs to the protocol.
  const stdout =
    flags.transport === 'http' || flags.transport === 'sse' ? undefined : claimStdout();
  try {
    const roots = await readRoots(invocation);
    const { createApp } = await import('../../../app/create-app.ts');
    const { serve } = await import('../../mcp/serve.ts');
    const { databaseFile } = flags;
    const app = createApp({
      roots,
      env: invocation.env,
      logger: invocation.logger,
      ...(databaseFile !== undefined && { databaseFile }),
    });
    try {
      await serve({ invocation, flags, app, stdout });
    } finally {
      await app.close();
    }
  } finally {
    stdout?.restore();
  }
  // A server that was told to stop has done what it was asked to.
  return 0;
}
