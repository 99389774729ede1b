import { scopes } from '../../../server/clients/client.ts';
import { clientNames, parseClientName } from '../../../server/clients/clients.ts';
import { uninstall } from '../../../server/clients/uninstall.ts';
import type { CommandSpec } from '../../command.ts';
import { type ClientHost, placeOf, report, scopeOf, thisHost } from './client-host.ts';

export const command = uninstallCommand(thisHost);

export function uninstallCommand(host: ClientHost): CommandSpec {
  return {
    description:
      "Removes Ralph's entry from the client's MCP file and nothing else; a file changed by nobody else since is as it was before.",
    arguments: [
      { name: 'client', description: 'Where to remove it', required: true, choices: clientNames },
    ],
    options: [
      {
        name: 'scope',
        value: 'SCOPE',
        choices: scopes,
        description: "The user's file or the project's (default: wherever the entry is)",
      },
      { name: 'print', description: 'Show the entry and the file, and change nothing' },
    ],
    examples: [
      {
        command: 'ralph mcp uninstall jetbrains',
        does: 'Take it out of Copilot in JetBrains IDEs',
      },
      { command: 'ralph mcp uninstall claude --scope user', does: "Only from the user's own file" },
    ],
    async run(invocation) {
      const scope = scopeOf(invocation);
      const change = await uninstall({
        client: parseClientName(String(invocation.args.client)),
        place: placeOf(invocation, host),
        print: invocation.options.print === true,
        ...(scope && { scope }),
      });
      report(change, invocation);
      return 0;
    },
  };
}
