import type { CommandSpec } from '../../command.ts';
import { requiredOption, taskArgument } from '../../project/read-input.ts';
import { taskIdArgument } from '../../project/task-options.ts';
import { oneCall } from '../../project/tool-answer.ts';

export const command: CommandSpec = {
  description: 'It stays as skipped with the reason, and what waited for it waits no longer.',
  arguments: [taskIdArgument],
  options: [{ name: 'reason', value: 'TEXT', description: 'Why it is not done (required)' }],
  examples: [
    {
      command: 'ralph task skip 12 --reason "The old API goes away in March"',
      does: 'Closes it without doing it.',
    },
  ],
  run: oneCall('skip_task', (invocation) => ({
    id: taskArgument(invocation),
    reason: requiredOption(invocation, 'reason', 'Say in a sentence why, for later readers.'),
  })),
};
