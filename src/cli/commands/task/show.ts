import type { CommandSpec } from '../../command.ts';
import { taskArgument } from '../../project/read-input.ts';
import { taskIdArgument } from '../../project/task-options.ts';
import { oneCall } from '../../project/tool-answer.ts';

export const command: CommandSpec = {
  reads: true,
  arguments: [taskIdArgument],
  examples: [
    { command: 'ralph task show 12', does: 'Everything about task #12.' },
    { command: 'ralph task show 12 --json', does: 'The same for a program.' },
  ],
  run: oneCall('get_task', (invocation) => ({ id: taskArgument(invocation) })),
};
