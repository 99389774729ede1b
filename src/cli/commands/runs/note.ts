import type { CommandSpec } from '../../command.ts';
import { wordsArgument } from '../../project/read-input.ts';
import { show } from '../../project/tool-answer.ts';
import { textArgument } from '../../read-values.ts';
import { withRuns } from '../../run/with-runs.ts';
import { userName } from '../../tools/call-tool.ts';
import { UsageError } from '../../usage-error.ts';

const longest = 4_000;

export const command: CommandSpec = {
  description: 'The note stands in the prompt of the iteration that starts next.',
  arguments: [
    { name: 'run', description: 'Id of the run, the start of it, or latest', required: true },
    { name: 'text', description: 'What the agent should know', required: true, variadic: true },
  ],
  examples: [
    {
      command: 'ralph runs note latest "Leave the old API in place"',
      does: 'Reaches the next iteration of the latest run.',
    },
  ],
  run: (invocation) =>
    withRuns(invocation, async ({ store }) => {
      const text = wordsArgument(invocation, 'text').join(' ').trim();
      if (text === '' || text.length > longest) {
        throw new UsageError(`A note has 1 to ${longest} characters.`, {
          hint: 'Write what the agent should know; longer things belong in a file that it names.',
        });
      }
      const { id } = await store.find(textArgument(invocation, 'run'));
      await store.addNote(id, text, userName(invocation.env));
      show(invocation, { run_id: id, text }, () => `The next iteration of ${id} will read it.`);
      return 0;
    }),
};
