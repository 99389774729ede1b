import type { CommandSpec } from '../../command.ts';
import { requiredOption } from '../../project/read-input.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textArgument } from '../../read-values.ts';

export const command: CommandSpec = {
  description: 'Tasks, learnings, files and dependencies go to the target; the source is removed.',
  arguments: [
    { name: 'source', description: 'The feature that goes', required: true },
    { name: 'target', description: 'The feature that stays', required: true },
  ],
  options: [{ name: 'reason', value: 'TEXT', description: 'Why they are one (required)' }],
  examples: [
    {
      command: 'ralph feature merge login auth --reason "Two names for the same thing"',
      does: 'Everything of "login" belongs to "auth".',
    },
  ],
  run: oneCall('merge_features', (invocation) => ({
    source: textArgument(invocation, 'source'),
    target: textArgument(invocation, 'target'),
    reason: requiredOption(invocation, 'reason', 'Say in a sentence why the two are one.'),
  })),
};
