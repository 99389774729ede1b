import type { BudgetTable } from '../../../catalog/tiers/budget-table.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { showStyled, toolAnswer } from '../../project/tool-answer.ts';
import { styleFor } from '../../terminal/style.ts';
import { renderTable } from '../../terminal/table.ts';

export const command: CommandSpec = {
  reads: true,
  description:
    'Counts the full definitions of your own servers, then the answer of each tier at its worst: the largest category, the ten largest schemas.',
  examples: [
    { command: 'ralph catalog budget', does: 'Full listing, tiers and saving as a table.' },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const { budgetTable } = await import('../../../catalog/tiers/budget-table.ts');
      const catalog = await (await app.catalog()).catalog();
      const table = await budgetTable(await catalog.snapshot(), async (tool, input) => {
        const { structured } = await toolAnswer(app, invocation, tool, input, 'catalog');
        return { tokens: Number(structured.tokens) };
      });
      showStyled(invocation, table, () => render(table, invocation));
      return 0;
    }),
};

function render(table: BudgetTable, invocation: Invocation): string {
  if (table.tools === 0) return 'The catalog is empty. Fill it with: ralph catalog sync';
  const number = (value: number) => value.toLocaleString('en');
  const rows = table.rows.map((row) => [
    row.step,
    number(row.tokens),
    number(row.cumulative),
    number(row.budget),
    `${(100 * row.saving).toFixed(1)}%`,
    row.what,
  ]);
  return [
    `${number(table.tools)} ${table.tools === 1 ? 'tool' : 'tools'} of ${number(table.servers)} ${table.servers === 1 ? 'server' : 'servers'}: ${number(table.full_listing_tokens)} tokens if all were listed.`,
    '',
    renderTable(
      ['TIER', 'TOKENS', 'IN ALL', 'BUDGET', 'SAVED', 'WHAT IS READ'],
      rows,
      styleFor(invocation),
      { fit: invocation.output.isTerminal },
    ),
  ].join('\n');
}
