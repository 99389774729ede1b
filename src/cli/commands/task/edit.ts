import { defined } from '../../../base/defined.ts';
import type { CommandSpec } from '../../command.ts';
import { someGiven, taskArgument } from '../../project/read-input.ts';
import { taskIdArgument, taskInput, taskOptions } from '../../project/task-options.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textOption } from '../../read-values.ts';

export const command: CommandSpec = {
  description:
    'What is given replaces what was there, lists as a whole; one empty value clears a list. "ralph task status" and "ralph task move" change the rest.',
  arguments: [taskIdArgument],
  options: [{ name: 'title', value: 'TEXT', description: 'The new title' }, ...taskOptions],
  examples: [
    { command: 'ralph task edit 12 --priority critical', does: 'Puts it first.' },
    {
      command: 'ralph task edit 12 --criterion "It is fast" --criterion "It is tested"',
      does: 'Replaces its criteria by these two.',
    },
    { command: 'ralph task edit 12 --depends-on ""', does: 'Lets it wait for nothing.' },
  ],
  run: oneCall('update_task', (invocation) => ({
    id: taskArgument(invocation),
    ...someGiven(
      { ...defined({ title: textOption(invocation, 'title') }), ...taskInput(invocation) },
      'ralph task edit',
      '--title',
    ),
  })),
};
