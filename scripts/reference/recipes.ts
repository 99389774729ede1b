import { listingTokens } from '../../src/session/listing-tokens.ts';
import { plannedTools } from '../../src/session/narrow-tool.ts';
import { recipeSections } from '../../src/session/prompt/section-names.ts';
import { sections } from '../../src/session/prompt/sections.ts';
import { recipeNames, recipes } from '../../src/session/recipes/recipes.ts';
import type { Registry } from '../../src/tool/registry.ts';
import type { Tool } from '../../src/tool/tool.ts';
import { code, page, table } from './markdown.ts';

/** docs/reference/recipes.md: what each recipe is for, has and reads, from the data that planning uses. */
export async function recipeReference(registry: Registry): Promise<string> {
  const tools = registry.list();
  return page([
    '# Recipes',
    '',
    'Generated from the recipes by `npm run generate`: do not edit. `ralph session tools` prints the table for your own project, with what its configuration takes away.',
    '',
    'A recipe is a kind of session. It says which tools are on; [sessions.md](../sessions.md) says how people take more away. Listing costs are tokens of the o200k vocabulary, for names, descriptions and input schemas.',
    '',
    ...table(
      ['recipe', 'purpose', 'tools', 'listing costs', 'ends well with'],
      await summaries(tools),
    ),
    'The six catalog tools are on only where `ralph.yaml` names downstream servers; the costs count them.',
    '',
    '## Tools by recipe',
    '',
    ...table(['tool', ...recipeNames], matrix(tools)),
    ...partial(),
    `In no recipe, so that only people and clients without a session can call them: ${unused(tools).map(code).join(', ')}.`,
    '',
    '## What the prompt is made of',
    '',
    'In this order, each cut to its budget in tokens. A section that has nothing to say is left out.',
    '',
    ...table(['recipe', 'sections'], promptRows()),
    ...table(
      ['section', 'heading in the prompt', 'at most'],
      Object.entries(sections).map(([name, { title, maxTokens }]) => [
        code(name),
        title || '(its own)',
        Number.isFinite(maxTokens) ? maxTokens.toLocaleString('en') : '–',
      ]),
    ),
  ]);
}

async function summaries(tools: readonly Tool[]): Promise<string[][]> {
  const rows: string[][] = [];
  for (const name of recipeNames) {
    const recipe = recipes[name];
    const plan = { enabled_tools: [...recipe.tools], field_limits: limitsOf(name) };
    const { tools: count, tokens } = await listingTokens(plannedTools(tools, plan));
    rows.push([
      code(name),
      recipe.purpose,
      String(count),
      tokens.toLocaleString('en'),
      recipe.closing.map(code).join(', ') || '–',
    ]);
  }
  return rows;
}

function limitsOf(name: (typeof recipeNames)[number]): Record<string, string[]> {
  const entries = Object.entries(recipes[name].fields ?? {});
  return Object.fromEntries(entries.map(([tool, fields]) => [tool, [...fields]]));
}

function matrix(tools: readonly Tool[]): string[][] {
  return tools
    .filter(({ name }) => recipeNames.some((recipe) => recipes[recipe].tools.includes(name)))
    .map(({ name }) => [
      code(name),
      ...recipeNames.map((recipe) => {
        if (!recipes[recipe].tools.includes(name)) return '';
        return recipes[recipe].fields?.[name] ? 'in part' : 'yes';
      }),
    ]);
}

function partial(): string[] {
  return recipeNames.flatMap((recipe) =>
    Object.entries(recipes[recipe].fields ?? {}).flatMap(([tool, fields]) => [
      `In ${code(recipe)}, ${code(tool)} takes ${fields.map(code).join(', ')} and nothing else.`,
      '',
    ]),
  );
}

function unused(tools: readonly Tool[]): string[] {
  const used = new Set(recipeNames.flatMap((recipe) => recipes[recipe].tools));
  return tools.map(({ name }) => name).filter((name) => !used.has(name));
}

function promptRows(): string[][] {
  return recipeNames.map((name) => [code(name), recipeSections[name].map(code).join(' → ')]);
}
