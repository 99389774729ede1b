import type { CommandSpec } from '../../command.ts';
import { commandsForTools } from '../../command-words.ts';
import { exitCodeFor } from '../../describe-error.ts';
import { withApp } from '../../open-app.ts';
import { textArgument } from '../../read-values.ts';
import { callTool } from '../../tools/call-tool.ts';
import { givenArguments, jsonArguments } from '../../tools/read-arguments.ts';

export const command: CommandSpec = {
  description:
    'Starts the server if it does not run. Prints the structured content, or {"content": […]} when there is none; a refusal prints {"error":{…}} and exits 1, or 2 when the arguments were wrong.',
  arguments: [{ name: 'tool', description: 'Its id: server/tool', required: true }],
  options: [jsonArguments],
  examples: [
    {
      command: `ralph catalog call files/list_directory --json '{"path":"."}'`,
      does: 'Passes arguments as JSON.',
    },
  ],
  async run(invocation) {
    const input = await givenArguments(invocation);
    return withApp(invocation, async (app) => {
      const given = { tool: textArgument(invocation, 'tool'), arguments: input };
      const outcome = await callTool(
        await app.registry(['catalog']),
        'catalog_call',
        given,
        invocation,
      );
      if (!outcome.ok) {
        const { error } = outcome;
        invocation.output.json({ error: { ...error, hint: commandsForTools(error.hint) } });
        return exitCodeFor(outcome.error.code);
      }
      invocation.output.json(outcome.structured ?? { content: outcome.content ?? [] });
      return 0;
    });
  },
};
