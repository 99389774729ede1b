import { defined } from '../../../base/defined.ts';
import type { CommandSpec } from '../../command.ts';
import { numberOption, wordsArgument } from '../../project/read-input.ts';
import { taskLinesOf, taskTable } from '../../project/tables.ts';
import { featureOption, statusOption } from '../../project/task-options.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textOption } from '../../read-values.ts';

export const command: CommandSpec = {
  reads: true,
  arguments: [{ name: 'words', description: 'Words to look for', required: true, variadic: true }],
  options: [
    statusOption,
    featureOption,
    { name: 'limit', value: 'N', description: 'How many at most', default: '10' },
  ],
  examples: [
    {
      command: 'ralph task search login form',
      does: 'Tasks with these words in title, text, tags or hints, best first.',
    },
    { command: 'ralph task search cache --status pending', does: 'Only those still to be done.' },
  ],
  run: oneCall(
    'search_tasks',
    (invocation) => ({
      query: wordsArgument(invocation, 'words').join(' '),
      ...defined({
        filter_status: textOption(invocation, 'status'),
        filter_feature: textOption(invocation, 'feature'),
        limit: numberOption(invocation, 'limit', { min: 1, max: 50 }),
      }),
    }),
    ({ structured }, invocation) => {
      const tasks = taskLinesOf(structured);
      return tasks.length === 0 ? 'No task fits.' : taskTable(tasks, invocation);
    },
  ),
};
