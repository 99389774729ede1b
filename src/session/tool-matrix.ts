import { ToolError } from '../base/errors.ts';
import { type Discipline, disciplineStore } from '../project/store/disciplines.ts';
import { eventStore } from '../project/store/events.ts';
import type { ProjectTables } from '../project/tables.ts';
import type { Database } from '../storage/open-database.ts';
import { type ListingTokens, listingTokens } from './listing-tokens.ts';
import { plannedTools } from './narrow-tool.ts';
import { allRecipeNames, resolveRecipe } from './recipes/resolve-recipe.ts';
import { sessionTools } from './recipes/session-tools.ts';
import type { SessionServices } from './services.ts';

/** Which tools each recipe has, why it has not the others, and what its listing costs. */
export interface ToolMatrix {
  readonly tools: readonly ToolRow[];
  readonly recipes: Readonly<Record<string, ListingTokens>>;
  /** Every tool of the project, as a session would list them if nothing were taken away. */
  readonly all: ListingTokens;
}

export interface ToolRow extends Omit<ListingTokens, 'tools'> {
  readonly name: string;
  readonly toolset: string;
  readonly category: string;
  readonly recipes: Readonly<Record<string, ToolInRecipe>>;
}

export interface ToolInRecipe {
  readonly enabled: boolean;
  /** What removed it; null when it is on. */
  readonly rule: string | null;
  /** The fields it takes, where it takes only some; null otherwise. */
  readonly fields: readonly string[] | null;
}

export async function toolMatrix(
  services: SessionServices,
  wanted: { readonly recipe?: string | undefined; readonly discipline?: string | undefined },
): Promise<ToolMatrix> {
  const settings = await services.settings();
  const names = wanted.recipe === undefined ? allRecipeNames(settings) : [wanted.recipe];
  const tools = (await services.registry()).list();
  const discipline =
    wanted.discipline === undefined ? undefined : await disciplineOf(services, wanted.discipline);
  const chosen = names.map((name) => ({
    name,
    ...sessionTools(tools, resolveRecipe(name, settings), discipline, settings),
  }));

  const recipes: Record<string, ListingTokens> = {};
  for (const { name, enabled, fieldLimits } of chosen) {
    const plan = { enabled_tools: [...enabled], field_limits: fieldLimits };
    recipes[name] = await listingTokens(plannedTools(tools, plan));
  }
  const rows: ToolRow[] = [];
  for (const tool of tools) {
    const { tools: _, ...cost } = await listingTokens([tool]);
    const { name, toolset, category } = tool;
    const inRecipes = chosen.map((recipe): [string, ToolInRecipe] => [
      recipe.name,
      {
        enabled: recipe.enabled.includes(name),
        rule: recipe.disabledBy[name] ?? null,
        fields: recipe.fieldLimits[name] ?? null,
      },
    ]);
    rows.push({ name, toolset, category, ...cost, recipes: Object.fromEntries(inRecipes) });
  }
  const project = tools.filter(({ toolset }) => toolset === 'project');
  return { tools: rows, recipes, all: await listingTokens(project) };
}

async function disciplineOf(services: SessionServices, name: string): Promise<Discipline> {
  if (!(await services.hasDatabase())) {
    throw new ToolError('not_found', `There is no discipline "${name}": nothing is here yet.`, {
      hint: 'Leave out --discipline, or create the discipline first.',
    });
  }
  const database: Database<ProjectTables> = await services.database();
  const now = services.clock.now().toISOString();
  const stamp = { author: 'ralph', sessionId: null, tool: 'session tools', now };
  return database.transaction((tx) => disciplineStore(tx, stamp, eventStore(tx, stamp)).get(name), {
    readOnly: true,
  });
}
