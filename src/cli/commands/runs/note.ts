import { hasEnded } from '../../../loop/runs/run.ts';
import type { CommandSpec } from '../../command.ts';
import { wordsArgument } from '../../project/read-input.ts';
import { show } from '../../project/tool-answer.ts';
import { textArgument } from '../../read-values.ts';
import { refuseSpent } from '../../run/refuse-spent.ts';
import { withRuns } from '../../run/with-runs.ts';
import { userName } from '../../tools/call-tool.ts';
import { UsageError } from '../../usage-error.ts';

const longest = 4_000;

export const command: CommandSpec = {
  description:
    'The note stands in the prompt of the iteration that starts next, also of a run that has ended and is to go on.',
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
      const run = await store.find(textArgument(invocation, 'run'));
      const { id } = run;
      refuseSpent(run, await store.iterations(id));
      await store.addNote(id, text, userName(invocation.env));
      const goOn = hasEnded(run) ? ` Go on with it: ralph runs resume ${id}` : '';
      show(
        invocation,
        { run_id: id, text },
        () => `The next iteration of ${id} will read it.${goOn}`,
      );
      return 0;
    }),
};
