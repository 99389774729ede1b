import { UserError } from '../../base/errors.ts';
import { didYouMean } from '../../base/suggest.ts';
import type { Tool } from '../../tool/tool.ts';
import type { Recipe } from './recipes.ts';

/** One rule that takes tools away, and who made it. */
export interface Removal {
  /** As it is shown: `discipline documentation`, `ralph.yaml tools.remove`. */
  readonly by: string;
  /** Names of tools, or categories as `comment.*`. */
  readonly patterns: readonly string[];
}

export interface FilteredTools {
  readonly enabled: readonly string[];
  /** Every other tool, with the rule that removed it. */
  readonly disabledBy: Readonly<Record<string, string>>;
}

/** Strictly reductive: all tools, minus what the recipe does not allow, minus each removal. Nothing adds. */
export function filterTools(
  tools: readonly Pick<Tool, 'name' | 'category'>[],
  recipe: { readonly name: string; readonly recipe: Recipe },
  removals: readonly Removal[],
): FilteredTools {
  for (const removal of removals) refuseUnknown(tools, removal);
  const allowed = new Set(recipe.recipe.tools);
  const enabled: string[] = [];
  const disabledBy: Record<string, string> = {};
  for (const tool of tools) {
    const removal = removals.find(({ patterns }) => patterns.some((p) => matches(p, tool)));
    if (!allowed.has(tool.name))
      disabledBy[tool.name] = `recipe ${recipe.name} does not include it`;
    else if (removal) disabledBy[tool.name] = `removed by ${removal.by}`;
    else enabled.push(tool.name);
  }
  return { enabled, disabledBy };
}

function matches(pattern: string, tool: Pick<Tool, 'name' | 'category'>): boolean {
  return pattern === tool.name || pattern === `${tool.category}.*`;
}

/** A removal that removes nothing is a mistake that somebody relies on. */
function refuseUnknown(
  tools: readonly Pick<Tool, 'name' | 'category'>[],
  { by, patterns }: Removal,
): void {
  const known = new Set(tools.flatMap((tool) => [tool.name, `${tool.category}.*`]));
  const unknown = patterns.find((pattern) => !known.has(pattern));
  if (unknown === undefined) return;
  throw new UserError(
    `${by} removes "${unknown}", which is neither a tool nor a category.${didYouMean(unknown, known)}`,
    { hint: 'Correct the name there: "ralph tool list" shows every tool with its category.' },
  );
}
