import { UserError } from '../../../base/errors.ts';
import { scopes } from '../../../server/clients/client.ts';
import { clientNames, parseClientName } from '../../../server/clients/clients.ts';
import { install } from '../../../server/clients/install.ts';
import { serverUrl } from '../../../server/clients/server-url.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { type ClientHost, placeOf, report, scopeOf, thisHost } from './client-host.ts';

export const command = installCommand(thisHost);

export function installCommand(host: ClientHost): CommandSpec {
  return {
    description:
      "Adds one entry to the client's MCP file, keeps everything else in it as it is, and keeps a copy of the old file. Safe to run again.",
    arguments: [
      { name: 'client', description: 'Where to add it', required: true, choices: clientNames },
    ],
    options: [
      {
        name: 'scope',
        value: 'SCOPE',
        choices: scopes,
        description: "The user's file or the project's (default: what suits the client)",
      },
      {
        name: 'http',
        value: 'URL',
        valueOptional: true,
        description: 'Use a server that already runs, instead of starting one',
      },
      { name: 'print', description: 'Show the entry and the file, and change nothing' },
      { name: 'force', description: 'Replace an entry named "ralph" that is not this program' },
    ],
    examples: [
      { command: 'ralph mcp install jetbrains', does: 'Add it to Copilot in JetBrains IDEs' },
      {
        command: 'ralph mcp install claude --scope user',
        does: "To your own file, not the project's",
      },
      { command: 'ralph mcp install cursor --http', does: 'Use the server that already runs' },
      { command: 'ralph mcp install codex --print', does: 'Show what would be written' },
    ],
    async run(invocation) {
      const { args, options } = invocation;
      const client = parseClientName(String(args.client));
      const scope = scopeOf(invocation);
      const url = await addressOf(invocation);
      const change = await install({
        client,
        place: placeOf(invocation, host),
        program: host.program(),
        print: options.print === true,
        force: options.force === true,
        ...(scope && { scope }),
        ...(url !== undefined && { url }),
      });
      report(change, invocation);
      return 0;
    },
  };
}

/** `--http URL`, or the address that the project's configuration has the server listen on. */
async function addressOf({ options, root, env }: Invocation): Promise<string | undefined> {
  if (typeof options.http === 'string') return options.http;
  if (options.http !== true) return undefined;
  const { loadConfig } = await import('../../../app/config/load-config.ts');
  const { server } = (await loadConfig({ root, env, launchesNothing: true })).config;
  if (server.port === 0) {
    throw new UserError(
      'The server takes any free port (server.port: 0), so its address is not known.',
      {
        hint: 'Give the address that "ralph mcp --transport http" printed when it started: --http URL.',
      },
    );
  }
  return serverUrl(server.host, server.port);
}
