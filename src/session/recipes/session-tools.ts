import type { Discipline } from '../../project/store/disciplines.ts';
import type { Tool } from '../../tool/tool.ts';
import type { SessionSettings } from '../settings.ts';
import { type FilteredTools, filterTools, refuseUnknown } from './filter.ts';
import { everyRemoval, type Removal, removalsFor } from './removals.ts';
import { allRecipeNames, type ResolvedRecipe } from './resolve-recipe.ts';

export interface SessionTools extends FilteredTools {
  /** Where a tool is on in part: the fields it takes. */
  readonly fieldLimits: Readonly<Record<string, string[]>>;
}

/** The tools of a session of this recipe and discipline, from everything that people have written down. */
export function sessionTools(
  tools: readonly Pick<Tool, 'name' | 'category' | 'toolset'>[],
  recipe: ResolvedRecipe,
  discipline: Discipline | undefined,
  settings: SessionSettings,
  { emptyProject = false }: { readonly emptyProject?: boolean } = {},
): SessionTools {
  refuseUnknown(everyRemoval(discipline, settings), tools, allRecipeNames(settings));
  const filtered = filterTools(tools, recipe, [
    ...(emptyProject && recipe.base === 'task_execution' ? [noProject(tools)] : []),
    ...removalsFor(recipe, discipline, settings),
  ]);
  const limits = Object.entries(recipe.recipe.fields ?? {}).filter(([tool]) =>
    filtered.enabled.includes(tool),
  );
  return {
    ...filtered,
    fieldLimits: Object.fromEntries(limits.map(([tool, fields]) => [tool, [...fields]])),
  };
}

/** Who does a task has nothing to do with the tools of a project that has none. */
function noProject(tools: readonly Pick<Tool, 'name' | 'toolset'>[]): Removal {
  return {
    by: 'the project, which has no features or disciplines',
    patterns: tools.filter(({ toolset }) => toolset === 'project').map(({ name }) => name),
  };
}
