import type { CommandSpec } from '../../command.ts';
import { disciplineArgument } from '../../project/discipline-options.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textArgument } from '../../read-values.ts';

export const command: CommandSpec = {
  description: 'Refused while a task is of this discipline.',
  arguments: [disciplineArgument],
  examples: [{ command: 'ralph discipline delete backend', does: 'Removes it for good.' }],
  run: oneCall('delete_discipline', (invocation) => ({ name: textArgument(invocation, 'name') })),
};
