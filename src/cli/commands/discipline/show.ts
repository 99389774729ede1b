import type { CommandSpec } from '../../command.ts';
import { disciplineArgument } from '../../project/discipline-options.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textArgument } from '../../read-values.ts';

export const command: CommandSpec = {
  reads: true,
  arguments: [disciplineArgument],
  examples: [{ command: 'ralph discipline show backend', does: 'Everything about it.' }],
  run: oneCall('get_discipline', (invocation) => ({ name: textArgument(invocation, 'name') })),
};
