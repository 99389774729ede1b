import { UserError } from '../../base/errors.ts';
import { didYouMean } from '../../base/suggest.ts';
import type { Tool } from '../../tool/tool.ts';
import type { Removal } from './removals.ts';
import type { ResolvedRecipe } from './resolve-recipe.ts';

type NamedTool = Pick<Tool, 'name' | 'category'>;

export interface FilteredTools {
  readonly enabled: readonly string[];
  /** Every other tool, with the rule that removed it. */
  readonly disabledBy: Readonly<Record<string, string>>;
}

/** Strictly reductive: all tools, minus what the recipe does not allow, minus each removal. Nothing adds. */
export function filterTools(
  tools: readonly NamedTool[],
  { name, recipe }: Pick<ResolvedRecipe, 'name' | 'recipe'>,
  removals: readonly Removal[],
): FilteredTools {
  const allowed = new Set(recipe.tools);
  const enabled: string[] = [];
  const disabledBy: Record<string, string> = {};
  for (const tool of tools) {
    const removal = removals.find(({ patterns }) => patterns.some((p) => matches(p, tool)));
    if (!allowed.has(tool.name)) disabledBy[tool.name] = `recipe ${name} does not include it`;
    else if (removal) disabledBy[tool.name] = `removed by ${removal.by}`;
    else enabled.push(tool.name);
  }
  return { enabled, disabledBy };
}

function matches(pattern: string, tool: NamedTool): boolean {
  return pattern === tool.name || pattern === `${tool.category}.*`;
}

/** A removal that removes nothing, or holds nowhere, is a mistake that somebody relies on. */
export function refuseUnknown(
  removals: readonly Removal[],
  tools: readonly NamedTool[],
  recipeNames: readonly string[],
): void {
  const known = new Set(tools.flatMap((tool) => [tool.name, `${tool.category}.*`]));
  for (const { by, patterns, recipe } of removals) {
    const unknown = patterns.find((pattern) => !known.has(pattern));
    if (unknown !== undefined) {
      throw new UserError(
        `${by} removes "${unknown}", which is neither a tool nor a category.${didYouMean(unknown, known)}`,
        { hint: 'Correct the name there: "ralph tool list" shows every tool.' },
      );
    }
    if (recipe !== undefined && !recipeNames.includes(recipe)) {
      throw new UserError(
        `${by}: there is no recipe "${recipe}".${didYouMean(recipe, recipeNames)}`,
        { hint: `Recipes: ${recipeNames.join(', ')}.` },
      );
    }
  }
}
