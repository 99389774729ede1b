import { defined } from '../../../base/defined.ts';
import { filterOptions, givenFilters } from '../../catalog/filter-options.ts';
import type { CommandSpec } from '../../command.ts';
import { numberOption, wordsArgument } from '../../project/read-input.ts';
import { oneCall } from '../../project/tool-answer.ts';

export const command: CommandSpec = {
  summary: 'Find downstream tools for a purpose',
  reads: true,
  arguments: [
    { name: 'query', description: 'What you want to do', required: true, variadic: true },
  ],
  options: [...filterOptions, { name: 'limit', value: 'N', description: 'How many at most (20)' }],
  examples: [
    {
      command: 'ralph catalog search "open an issue and assign it"',
      does: 'Tools for it, best first; says when nothing fits.',
    },
  ],
  run: oneCall(
    'catalog_search',
    (invocation) => ({
      query: wordsArgument(invocation, 'query').join(' '),
      filters: givenFilters(invocation),
      ...defined({ limit: numberOption(invocation, 'limit', { min: 1, max: 20 }) }),
    }),
    undefined,
    'catalog',
  ),
};
