import { defined } from '../../../base/defined.ts';
import type { CommandSpec } from '../../command.ts';
import { fractionOption, queryArgument, queryOptions, queryText } from '../../context/options.ts';
import { oneContextCall } from '../../context/with-context.ts';
import { listOption, numberOption } from '../../project/read-input.ts';

export const command: CommandSpec = {
  reads: true,
  arguments: [queryArgument],
  options: queryOptions,
  examples: [
    {
      command: 'ralph context search ECONNRESET while uploading',
      does: 'What is known about it, best first; nothing when nothing fits.',
    },
    { command: 'ralph context search retries --type error --limit 3', does: 'Only errors.' },
  ],
  run: oneContextCall('get_relevant_context', (invocation) => ({
    query: queryText(invocation),
    ...defined({
      context_types: listOption(invocation, 'type'),
      max_items: numberOption(invocation, 'limit', { min: 1, max: 50 }),
      min_score: fractionOption(invocation, 'min-score'),
    }),
  })),
};
