import { defined } from '../../../base/defined.ts';
import type { CommandSpec } from '../../command.ts';
import { requiredList, taskArgument } from '../../project/read-input.ts';
import { taskIdArgument } from '../../project/task-options.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textOption } from '../../read-values.ts';

export const command: CommandSpec = {
  description:
    'The parts take over its feature, discipline, priority, files and dependencies; it is skipped as replaced, and what waited for it waits for them.',
  arguments: [taskIdArgument],
  options: [
    { name: 'part', value: 'TITLE', repeatable: true, description: 'Title of a part (required)' },
    { name: 'in-order', description: 'Each part waits for the one before it' },
    { name: 'reason', value: 'TEXT', description: 'Why it is split' },
  ],
  examples: [
    {
      command: 'ralph task split 12 --part "Store the rates" --part "Show the rates" --in-order',
      does: 'Two tasks in place of one, the second after the first.',
    },
  ],
  run: oneCall('spawn_subtasks', (invocation) => {
    const parts = requiredList(invocation, 'part', 'Give the title of each part with --part.');
    const chained = invocation.options['in-order'] === true;
    return {
      parent_id: taskArgument(invocation),
      tasks: parts.map((title, place) => ({
        title,
        ...(chained && place > 0 && { depends_on: [`$${place - 1}`] }),
      })),
      ...defined({ reason: textOption(invocation, 'reason') }),
    };
  }),
};
