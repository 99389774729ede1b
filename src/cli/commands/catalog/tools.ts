import { defined } from '../../../base/defined.ts';
import { filterOptions, givenFilters } from '../../catalog/filter-options.ts';
import type { CommandSpec } from '../../command.ts';
import { numberOption } from '../../project/read-input.ts';
import { oneCall } from '../../project/tool-answer.ts';
import { textOption } from '../../read-values.ts';

export const command: CommandSpec = {
  reads: true,
  options: [
    ...filterOptions,
    { name: 'page', value: 'N', description: 'Which page' },
    { name: 'page-size', value: 'N', description: 'How many tools a page has at most (50)' },
    { name: 'cursor', value: 'CURSOR', description: 'Go on where a page was cut to fit' },
  ],
  examples: [
    { command: 'ralph catalog tools --category databases', does: 'The tools of one category.' },
    {
      command: 'ralph catalog tools --server github --max-latency 100',
      does: 'Only those of a server that are known to be quick.',
    },
  ],
  run: oneCall(
    'catalog_tools',
    (invocation) => ({
      ...givenFilters(invocation),
      ...defined({
        page: numberOption(invocation, 'page', { min: 1, max: 100_000 }),
        page_size: numberOption(invocation, 'page-size', { min: 1, max: 50 }),
        cursor: textOption(invocation, 'cursor'),
      }),
    }),
    undefined,
    'catalog',
  ),
};
