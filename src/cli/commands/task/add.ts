import { defined } from '../../../base/defined.ts';
import type { CommandSpec } from '../../command.ts';
import { requiredOption } from '../../project/read-input.ts';
import { taskInput, taskOptions } from '../../project/task-options.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textArgument, textOption } from '../../read-values.ts';

export const command: CommandSpec = {
  arguments: [{ name: 'title', description: 'What is to be done, in one line', required: true }],
  options: [
    { name: 'feature', value: 'NAME', description: 'The feature it belongs to (required)' },
    { name: 'discipline', value: 'NAME', description: 'The kind of work it is (required)' },
    {
      name: 'status',
      value: 'STATUS',
      choices: ['draft', 'pending'],
      description: 'A draft is still to be thought through; a pending task can be taken',
      default: 'draft',
    },
    ...taskOptions,
  ],
  examples: [
    {
      command: 'ralph task add "Show the balance" --feature account --discipline frontend',
      does: 'A draft, to be enriched before it is worked on.',
    },
    {
      command:
        'ralph task add "Cache rates" --feature fx --discipline backend --status pending --priority high --depends-on 3 --criterion "A second call asks nobody"',
      does: 'A task the loop takes as soon as #3 is done.',
    },
  ],
  run: oneCall('create_task', (invocation) => ({
    title: textArgument(invocation, 'title'),
    feature: requiredOption(
      invocation,
      'feature',
      'Say which feature it belongs to; "ralph feature list" shows them.',
    ),
    discipline: requiredOption(
      invocation,
      'discipline',
      'Say what kind of work it is; "ralph discipline list" shows them.',
    ),
    ...defined({ status: textOption(invocation, 'status') }),
    ...taskInput(invocation),
  })),
};
