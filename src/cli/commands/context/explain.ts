import { defined } from '../../../base/defined.ts';
import { contextTypes } from '../../../context/item.ts';
import type { CommandSpec } from '../../command.ts';
import { fractionOption, queryArgument, queryOptions, queryText } from '../../context/options.ts';
import { explained, renderExplanation } from '../../context/render-explanation.ts';
import { withContext } from '../../context/with-context.ts';
import { listOption, numberOption } from '../../project/read-input.ts';
import { show } from '../../project/tool-answer.ts';
import { styleFor } from '../../terminal/style.ts';

export const command: CommandSpec = {
  reads: true,
  description: 'Every result with its factors, and how many items each rule left out.',
  arguments: [queryArgument],
  options: queryOptions,
  examples: [
    {
      command: 'ralph context explain retry policy',
      does: 'Relevance, recency, usefulness, type, trust.',
    },
    { command: 'ralph context explain retry policy --min-score 0', does: 'Also what is cut off.' },
  ],
  run: (invocation) =>
    withContext(invocation, async (_, services) => {
      const { recall } = await import('../../../context/recall.ts');
      const query = queryText(invocation);
      const types = listOption(invocation, 'type');
      const answer = await recall(services, {
        query,
        signal: invocation.signal,
        ...defined({
          types: types && contextTypes.filter((type) => types.includes(type)),
          maxItems: numberOption(invocation, 'limit', { min: 1, max: 50 }),
          minScore: fractionOption(invocation, 'min-score'),
        }),
      });
      const explanation = explained(query, answer);
      const width = invocation.output.isTerminal ? styleFor(invocation).width : undefined;
      show(invocation, explanation, () => renderExplanation(explanation, width));
      return 0;
    }),
};
