import type { CommandSpec } from '../../command.ts';
import { taskArgument, wordsArgument } from '../../project/read-input.ts';
import { taskIdArgument } from '../../project/task-options.ts';
import { oneCall } from '../../project/tool-answer.ts';

export const command: CommandSpec = {
  arguments: [
    taskIdArgument,
    { name: 'text', description: 'What to say', required: true, variadic: true },
  ],
  options: [
    { name: 'handoff', description: 'Show it to whoever works on what depends on the task' },
  ],
  examples: [
    { command: 'ralph task comment 12 "Ask Mia before touching the tables"', does: 'A note.' },
    {
      command: 'ralph task comment 12 "The cache is in src/rates.ts" --handoff',
      does: 'A note for those who build on it.',
    },
  ],
  run: oneCall('add_task_comment', (invocation) => ({
    task_id: taskArgument(invocation),
    body: wordsArgument(invocation, 'text').join(' '),
    kind: invocation.options.handoff === true ? 'handoff' : 'note',
  })),
};
