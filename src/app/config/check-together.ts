import { didYouMean } from '../../base/suggest.ts';
import { builtInRecipes } from '../../session/config.ts';
import type { ConfigPath } from './config-path.ts';
import { problemAt } from './explain-issue.ts';
import { type Sources, sourceAt } from './layer.ts';
import type { ConfigProblem } from './problem.ts';
import type { RalphConfig } from './schema.ts';

/** What can only be judged when everything that was said is put together. */
export function checkTogether(
  config: RalphConfig,
  sources: Sources,
  { launchesNothing = false }: { readonly launchesNothing?: boolean } = {},
): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const sourceOf = (path: ConfigPath) => sourceAt(sources, path);
  const refuse = (path: ConfigPath, message: string, hint: string) =>
    problems.push(problemAt({ sourceOf }, path, message, hint));

  if (!launchesNothing) checkAgents(config, refuse);
  checkLifecycle(config, refuse);
  const recipes = [...builtInRecipes, ...Object.keys(config.recipes)];
  checkRemovals(config.tools.remove_in, ['tools'], recipes, refuse);
  for (const [name, discipline] of Object.entries(config.disciplines)) {
    checkRemovals(discipline.remove_in, ['disciplines', name], recipes, refuse);
  }
  return problems;
}

type Refuse = (path: ConfigPath, message: string, hint: string) => void;

function checkAgents({ agents }: RalphConfig, refuse: Refuse): void {
  if (agents.custom.command !== undefined) return;
  const hint = 'Set agents.custom.command (or AGENT_CMD, or --agent-cmd), or choose another agent.';
  if (agents.default === 'custom') refuse(['agents', 'default'], '"custom" has no command.', hint);
  if (agents.fallback.includes('custom')) {
    refuse(['agents', 'fallback'], '"custom" has no command.', hint);
  }
}

const ages = [
  'summarize_after_iterations',
  'archive_after_iterations',
  'prune_after_iterations',
] as const;

function checkLifecycle({ learning }: RalphConfig, refuse: Refuse): void {
  const { lifecycle } = learning.mcp_context;
  const block = ['learning', 'mcp_context', 'lifecycle'];
  ages.forEach((later, index) => {
    const earlier = ages[index - 1];
    if (!earlier || lifecycle[earlier] <= lifecycle[later]) return;
    refuse(
      [...block, earlier],
      `${lifecycle[earlier]} is later than ${later}, which is ${lifecycle[later]}.`,
      `Lower it to ${lifecycle[later]} or less, or raise ${later}.`,
    );
  });
}

function checkRemovals(
  removeIn: Readonly<Record<string, unknown>>,
  block: ConfigPath,
  recipes: readonly string[],
  refuse: Refuse,
): void {
  for (const recipe of Object.keys(removeIn)) {
    if (recipes.includes(recipe)) continue;
    refuse(
      [...block, 'remove_in', recipe],
      `no recipe has this name.${didYouMean(recipe, recipes)}`,
      `Use one of: ${recipes.join(', ')}.`,
    );
  }
}
