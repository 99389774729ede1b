import type { CommandSpec } from '../../command.ts';
import { taskArgument } from '../../project/read-input.ts';
import { taskIdArgument } from '../../project/task-options.ts';
import { oneCall } from '../../project/tool-answer.ts';

export const command: CommandSpec = {
  description:
    'Refused while another task refers to it or while it is in progress. "ralph task skip" keeps the task and the reason.',
  arguments: [taskIdArgument],
  examples: [{ command: 'ralph task delete 12', does: 'Removes what was never meant to be.' }],
  run: oneCall('delete_task', (invocation) => ({ id: taskArgument(invocation) })),
};
