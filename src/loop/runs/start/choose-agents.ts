import { defined } from '../../../base/defined.ts';
import { ToolError } from '../../../base/errors.ts';
import { adapters } from '../../agents/adapters.ts';
import { findAgent } from '../../agents/find-agents.ts';
import type { AgentName } from '../../config.ts';
import type { LoopSettings } from '../../services.ts';
import { unmeasurableBudget } from '../rules/budgets.ts';
import type { RunAgent, RunOptions } from '../run-options.ts';
import type { RunRequest } from './run-request.ts';

/** The agent of a run and those to turn to, as far as they are installed; nothing is started in a dry run. */
export async function chooseAgents(options: {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: LoopSettings;
  readonly request: RunRequest;
  readonly dryRun?: boolean;
}): Promise<{ readonly agents: readonly RunAgent[]; readonly warnings: readonly string[] }> {
  const { root, env, settings, request, dryRun = false } = options;
  const agents: RunAgent[] = [];
  const warnings: string[] = [];
  const [first, ...fallbacks] = new Set([settings.agents.default, ...settings.agents.fallback]);
  for (const name of first === undefined ? [] : [first, ...fallbacks]) {
    const sighting = await findAgent(name, env, { root, settings: settings.agents });
    const isHere = sighting.path !== null;
    if (isHere || (name === first && dryRun)) {
      agents.push(agentOf(name, settings, request, name === first));
    }
    if (isHere) continue;
    if (name === first) {
      const refusal = new ToolError('unavailable', `The agent "${name}" was not found.`, {
        hint: sighting.fix ?? 'Choose another agent under agents.default in ralph.yaml.',
      });
      if (!dryRun) throw refusal;
      warnings.push(refusedOtherwise(refusal));
    } else warnings.push(`The fallback agent "${name}" was not found and is left out.`);
  }
  return { agents, warnings };
}

/** For a dry run: what would keep the real one from starting. */
export function refusedOtherwise({ message, hint }: ToolError): string {
  return `${message} Nothing would start like this. ${hint}`;
}

function agentOf(
  name: AgentName,
  { agents, prices }: LoopSettings,
  request: RunRequest,
  first: boolean,
): RunAgent {
  const own = agents[name];
  const allPrices = { ...prices, ...own?.prices };
  return defined({
    name,
    command: own?.command,
    // A model that was asked for by name is one of the first agent; the others would not know it.
    model: (first ? request.model : undefined) ?? own?.model ?? agents.model,
    reasoning_effort:
      (first ? request.model_reasoning_effort : undefined) ?? agents.model_reasoning_effort,
    args: own?.args,
    prices: Object.keys(allPrices).length > 0 ? allPrices : undefined,
  });
}

/** A cap that one of the agents gives no figures for is refused before anything is spent. */
export function refuseUnmeasurable(
  budgets: RunOptions['budgets'],
  agents: readonly RunAgent[],
): void {
  const problem = unmeasurableBudget(
    budgets,
    agents.map(({ name, model, prices }) => ({
      name,
      reportsCost: adapters[name].reports.cost,
      reportsTokens: adapters[name].reports.tokens,
      priced: prices?.['*'] !== undefined || (model !== undefined && prices?.[model] !== undefined),
    })),
  );
  if (problem === undefined) return;
  const [message = problem, ...hint] = problem.split(/(?<=\.) /);
  throw new ToolError('invalid_argument', message, { hint: hint.join(' ') });
}
