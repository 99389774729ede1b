import { UserError } from '../../base/errors.ts';
import { didYouMean } from '../../base/suggest.ts';
import type { Discipline } from '../../project/store/disciplines.ts';
import type { SessionSettings } from '../settings.ts';
import type { Removal } from './filter.ts';
import { type Recipe, type RecipeName, recipeNames, recipes } from './recipes.ts';

export interface ResolvedRecipe {
  readonly name: string;
  readonly base: RecipeName;
  readonly recipe: Recipe;
  /** What the user's own recipe takes from its base. */
  readonly removals: readonly Removal[];
}

export function resolveRecipe(name: string, settings: SessionSettings): ResolvedRecipe {
  if (isBuiltIn(name)) return { name, base: name, recipe: recipes[name], removals: [] };
  const own = settings.recipes[name];
  if (own) {
    const removals = [{ by: `ralph.yaml recipes.${name}.remove`, patterns: own.remove }];
    return { name, base: own.base, recipe: recipes[own.base], removals };
  }
  const known = [...recipeNames, ...Object.keys(settings.recipes)];
  throw new UserError(`There is no recipe "${name}".${didYouMean(name, known)}`, {
    hint: `Recipes: ${known.join(', ')}. Your own go under "recipes" in ralph.yaml.`,
    exitCode: 2,
  });
}

function isBuiltIn(name: string): name is RecipeName {
  return Object.hasOwn(recipes, name);
}

/** Everything that takes tools away from a session, in the order in which it is named as the reason. */
export function removalsFor(
  recipe: ResolvedRecipe,
  discipline: Discipline | undefined,
  settings: SessionSettings,
): Removal[] {
  const names = [...new Set([recipe.name, recipe.base])];
  const inRecipe = (where: string, map: Readonly<Record<string, readonly string[]>>): Removal[] =>
    names.flatMap((name) => {
      const patterns = map[name];
      return patterns ? [{ by: `${where}.${name}`, patterns }] : [];
    });
  const removals = [...recipe.removals];
  if (discipline) {
    const overrides = toolOverrides(discipline);
    removals.push(
      { by: `discipline ${discipline.name}`, patterns: overrides.always },
      ...inRecipe(`discipline ${discipline.name} in`, overrides.inRecipe),
    );
    const own = settings.disciplines[discipline.name];
    if (own) {
      const where = `ralph.yaml disciplines.${discipline.name}`;
      removals.push(
        { by: `${where}.remove`, patterns: own.remove },
        ...inRecipe(`${where}.remove_in`, own.remove_in),
      );
    }
  }
  const { tools } = settings;
  removals.push(
    { by: 'ralph.yaml tools.remove', patterns: tools.remove },
    ...inRecipe('ralph.yaml tools.remove_in', tools.remove_in),
  );
  return removals.filter(({ patterns }) => patterns.length > 0);
}

/** `{"additional_disabled": [...]}`, optionally with `"remove_in": {"recipe": [...]}`. */
function toolOverrides(discipline: Discipline): {
  always: readonly string[];
  inRecipe: Readonly<Record<string, readonly string[]>>;
} {
  const { additional_disabled = [], remove_in = {} } = discipline.mcp_tool_overrides;
  const isList = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((name) => typeof name === 'string');
  const perRecipe = Object.entries(remove_in ?? {});
  if (!isList(additional_disabled) || !perRecipe.every(([, list]) => isList(list))) {
    throw new UserError(
      `The tool overrides of discipline "${discipline.name}" are not lists of names.`,
      {
        hint: `Set them again: ralph discipline restrict ${discipline.name} TOOL…`,
      },
    );
  }
  const lists = perRecipe.flatMap(([name, list]) => (isList(list) ? [[name, list] as const] : []));
  return { always: additional_disabled, inRecipe: Object.fromEntries(lists) };
}
