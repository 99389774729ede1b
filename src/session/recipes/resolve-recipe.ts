import { UserError } from '../../base/errors.ts';
import { didYouMean } from '../../base/suggest.ts';
import type { SessionSettings } from '../settings.ts';
import { type Recipe, type RecipeName, recipeNames, recipes } from './recipes.ts';

/** A built-in recipe, or one of the user's own with the built-in one that it is made from. */
export interface ResolvedRecipe {
  readonly name: string;
  readonly base: RecipeName;
  readonly recipe: Recipe;
}

export function resolveRecipe(name: string, settings: SessionSettings): ResolvedRecipe {
  if (isBuiltIn(name)) return { name, base: name, recipe: recipes[name] };
  const own = Object.hasOwn(settings.recipes, name) ? settings.recipes[name] : undefined;
  if (own) return { name, base: own.base, recipe: recipes[own.base] };
  const known = allRecipeNames(settings);
  throw new UserError(`There is no recipe "${name}".${didYouMean(name, known)}`, {
    hint: `Recipes: ${known.join(', ')}. Your own go under "recipes" in ralph.yaml.`,
    exitCode: 2,
  });
}

/** The built-in ones first. */
export function allRecipeNames(settings: Pick<SessionSettings, 'recipes'>): string[] {
  return [...recipeNames, ...Object.keys(settings.recipes)];
}

function isBuiltIn(name: string): name is RecipeName {
  return Object.hasOwn(recipes, name);
}
