import type { Discipline } from '../../project/store/disciplines.ts';
import { toolOverridesOf } from '../../project/tool-overrides.ts';
import type { SessionSettings } from '../settings.ts';
import type { ResolvedRecipe } from './resolve-recipe.ts';

/** One rule that takes tools away, and who made it. */
export interface Removal {
  /** As it is shown: `discipline documentation`, `ralph.yaml tools.remove`. */
  readonly by: string;
  /** Names of tools, or categories as `comment.*`. */
  readonly patterns: readonly string[];
  /** Set where it holds in sessions of one recipe, or of one discipline, only. */
  readonly recipe?: string;
  readonly discipline?: string;
}

const emptyCatalog: Removal = {
  by: 'ralph.yaml, which names no catalog servers',
  patterns: ['catalog.*'],
};

const noMemory: Removal = {
  by: 'ralph.yaml, which turns the context memory off',
  patterns: ['context.*'],
};

/** What holds for a session, in the order in which it is named as the reason. */
export function removalsFor(
  { name, base }: ResolvedRecipe,
  discipline: Discipline | undefined,
  settings: SessionSettings,
): Removal[] {
  const holds = (removal: Removal) =>
    (removal.recipe === undefined || removal.recipe === name || removal.recipe === base) &&
    (removal.discipline === undefined || removal.discipline === discipline?.name);
  return [
    ...(settings.hasCatalog ? [] : [emptyCatalog]),
    ...(settings.hasMemory ? [] : [noMemory]),
    ...everyRemoval(discipline, settings),
  ].filter(holds);
}

/** All that is written down: a wrong name is a mistake, whichever session would meet it first. */
export function everyRemoval(
  discipline: Discipline | undefined,
  settings: SessionSettings,
): Removal[] {
  const ownRecipes = Object.entries(settings.recipes).map(([recipe, { remove }]) => ({
    by: `ralph.yaml recipes.${recipe}.remove`,
    patterns: remove,
    recipe,
  }));
  const overrides = discipline && toolOverridesOf(discipline);
  return [
    ...ownRecipes,
    ...(overrides
      ? removalsOf(`discipline ${discipline.name}`, {
          remove: overrides.additional_disabled,
          remove_in: overrides.remove_in,
        })
      : []),
    ...Object.entries(settings.disciplines).flatMap(([name, block]) =>
      removalsOf(`ralph.yaml disciplines.${name}`, block).map((removal) => ({
        ...removal,
        discipline: name,
      })),
    ),
    ...removalsOf('ralph.yaml tools', settings.tools),
  ].filter(({ patterns }) => patterns.length > 0);
}

function removalsOf(
  where: string,
  block: {
    readonly remove: readonly string[];
    readonly remove_in: Readonly<Record<string, readonly string[]>>;
  },
): Removal[] {
  return [
    { by: where, patterns: block.remove },
    ...Object.entries(block.remove_in).map(([recipe, patterns]) => ({
      by: `${where} in ${recipe}`,
      patterns,
      recipe,
    })),
  ];
}
