import { defined } from '../../../base/defined.ts';
import type { CommandSpec } from '../../command.ts';
import { wordsArgument } from '../../project/read-input.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textOption } from '../../read-values.ts';

export const command: CommandSpec = {
  reads: true,
  arguments: [{ name: 'tool', description: 'Ids: server/tool', required: true, variadic: true }],
  options: [
    { name: 'cursor', value: 'CURSOR', description: 'Read on in a schema that is too large' },
  ],
  examples: [
    { command: 'ralph catalog schema github/create_issue', does: 'Its parameters.' },
    {
      command: 'ralph catalog schema github/create_issue --json',
      does: 'The whole schema, in parts when it is too large.',
    },
  ],
  run: oneCall(
    'catalog_schema',
    (invocation) => ({
      tools: wordsArgument(invocation, 'tool'),
      ...defined({ cursor: textOption(invocation, 'cursor') }),
    }),
    undefined,
    'catalog',
  ),
};
