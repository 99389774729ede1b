import { defined } from '../../../base/defined.ts';
import { renderSearch, searchAnswer } from '../../../catalog/tools/catalog-search.ts';
import { filterOptions, givenFilters } from '../../catalog/filter-options.ts';
import type { CommandSpec } from '../../command.ts';
import { numberOption, wordsArgument } from '../../project/read-input.ts';
import { oneCall, type ToolAnswer } from '../../project/tool-answer.ts';

export const command: CommandSpec = {
  reads: true,
  description:
    'Lists what is about as likely as the best, each with how likely it is the right one; with --limit, or as JSON, also what is behind.',
  arguments: [
    { name: 'query', description: 'What you want to do', required: true, variadic: true },
  ],
  options: [
    ...filterOptions,
    { name: 'limit', value: 'N', description: 'List so many, also those that fit less (1 to 20)' },
  ],
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
    (answer, invocation) =>
      invocation.options.limit === undefined ? nearTheBest(answer) : answer.text,
    'catalog',
  ),
};

/** Of the confidence in the best: what has less was found because something has to come next. */
const leastOfBest = 0.25;

function nearTheBest({ structured, text }: ToolAnswer): string {
  const { success, data } = searchAnswer.safeParse(structured);
  if (!success) return text;
  const best = Math.max(0, ...data.tools.map(({ confidence = 0 }) => confidence));
  // Each step has a best of its own, which is not behind for being about a part of the query.
  const ofSteps = new Set(data.steps?.flatMap((step) => step.tools));
  const tools = data.tools.filter(
    ({ tool, confidence = 0 }) => confidence >= leastOfBest * best || ofSteps.has(tool),
  );
  const behind = data.tools.length - tools.length;
  if (behind === 0) return text;
  const more = `${behind} more ${behind === 1 ? 'fits' : 'fit'} less: --limit ${data.tools.length} lists them.`;
  return `${renderSearch({ ...data, tools })}\n${more}`;
}
