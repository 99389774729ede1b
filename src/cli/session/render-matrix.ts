import type { ListingTokens } from '../../session/listing-tokens.ts';
import type { ToolInRecipe, ToolMatrix } from '../../session/tool-matrix.ts';
import type { Style } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';

type Fit = { readonly fit: boolean };

/** The tools of one recipe with the rule for each, or all recipes side by side; then what listing them costs. */
export function renderMatrix(matrix: ToolMatrix, style: Style, fit: Fit): string {
  const names = Object.keys(matrix.recipes);
  const [only] = names;
  const table =
    names.length === 1 && only !== undefined
      ? oneRecipe(matrix, only, style, fit)
      : allRecipes(matrix, names, style, fit);
  const cost = (name: string, { tools, tokens, tokens_with_output }: ListingTokens) => [
    name,
    String(tools),
    String(tokens),
    String(tokens_with_output),
  ];
  const costs = [
    ...Object.entries(matrix.recipes).map(([name, listing]) => cost(name, listing)),
    cost('all of the project', matrix.all),
  ];
  const heading = ['LISTING (o200k)', 'TOOLS', 'TOKENS', 'WITH OUTPUT SCHEMAS'];
  return [table, '', renderTable(heading, costs, style, fit)].join('\n');
}

function oneRecipe({ tools }: ToolMatrix, recipe: string, style: Style, fit: Fit): string {
  const rows = tools.map((tool) => {
    const here = tool.recipes[recipe];
    const fields = here?.fields ? `takes ${here.fields.join(', ')}` : '';
    return [tool.name, tool.category, String(tool.tokens), mark(here), here?.rule ?? fields];
  });
  return renderTable(['TOOL', 'CATEGORY', 'TOKENS', 'ON', 'RULE'], rows, style, fit);
}

function allRecipes(
  { tools }: ToolMatrix,
  names: readonly string[],
  style: Style,
  fit: Fit,
): string {
  const rows = tools.map((tool) => [tool.name, ...names.map((name) => mark(tool.recipes[name]))]);
  // Most are off because their recipe has them not; what somebody took away on purpose is said.
  const removed = tools.flatMap((tool) =>
    names.flatMap((name) => {
      const rule = tool.recipes[name]?.rule;
      return rule?.startsWith('removed') ? [[tool.name, name, rule]] : [];
    }),
  );
  const table = renderTable(['TOOL', ...names], rows, style, fit);
  if (removed.length === 0) return table;
  return [table, '', renderTable(['REMOVED', 'IN', 'RULE'], removed, style, fit)].join('\n');
}

function mark(here: ToolInRecipe | undefined): string {
  if (!here?.enabled) return '-';
  return here.fields ? 'part' : 'yes';
}
