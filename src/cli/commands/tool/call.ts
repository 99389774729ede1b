import type { CommandSpec } from '../../command.ts';
import { exitCodeFor } from '../../describe-error.ts';
import { withApp } from '../../open-app.ts';
import { textArgument, textOption } from '../../read-values.ts';
import { callTool, callToolInSession } from '../../tools/call-tool.ts';
import { givenArguments, jsonArguments } from '../../tools/read-arguments.ts';

export const command: CommandSpec = {
  description:
    'Calls a tool as you: every tool is allowed and no answer is cut. With --session it is called as an agent of your own that speaks no MCP would call it, under the plan of its session. A refusal prints {"error":{…}} and exits 1, or 2 when the arguments were wrong.',
  arguments: [{ name: 'name', description: 'Name or alias of the tool', required: true }],
  options: [
    jsonArguments,
    {
      name: 'session',
      value: 'ID',
      description: 'Call it as the agent of this session, which may do what its plan says',
    },
  ],
  examples: [
    { command: 'ralph tool call ralph_validate', does: 'Calls a tool that needs no arguments.' },
    {
      command: `ralph tool call ralph_init --json '{"force":true}'`,
      does: 'Passes arguments as JSON.',
    },
    {
      command: 'ralph tool call ralph_init --json @arguments.json',
      does: 'Reads the arguments from a file; - reads standard input.',
    },
    {
      command: 'ralph tool call get_task --session "$RALPH_SESSION_ID"',
      does: 'What an agent of your own may type in a run: the task of its session.',
    },
  ],
  async run(invocation) {
    const input = await givenArguments(invocation);
    return withApp(invocation, async (app) => {
      const name = textArgument(invocation, 'name');
      const session = textOption(invocation, 'session');
      const outcome =
        session === undefined
          ? await callTool(await app.registry(), name, input, invocation)
          : await callToolInSession(app, session, { name, input }, invocation);
      if (outcome.ok) {
        invocation.output.json(
          outcome.structured ?? { text: outcome.text, content: outcome.content ?? [] },
        );
        return 0;
      }
      invocation.output.json({ error: outcome.error });
      return exitCodeFor(outcome.error.code);
    });
  },
};
