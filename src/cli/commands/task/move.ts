import type { CommandSpec } from '../../command.ts';
import { taskNumber, wordsArgument } from '../../project/read-input.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textArgument } from '../../read-values.ts';

export const command: CommandSpec = {
  arguments: [
    { name: 'feature', description: 'The feature they go to', required: true },
    { name: 'id', description: 'Numbers of the tasks', required: true, variadic: true },
  ],
  examples: [{ command: 'ralph task move billing 12 13', does: 'Both, or neither.' }],
  run: oneCall('move_task_to_feature', (invocation) => ({
    feature: textArgument(invocation, 'feature'),
    task_ids: wordsArgument(invocation, 'id').map((id) => taskNumber('<id>', id)),
  })),
};
