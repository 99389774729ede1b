import { UserError } from '../../base/errors.ts';
import { didYouMean } from '../../base/suggest.ts';
import { findAgents } from '../agents/find-agents.ts';
import { isAgentName } from '../agents/known-agents.ts';
import { type AgentName, agentNames } from '../config.ts';
import { detectGates } from '../gates/detect-gates.ts';
import { readProjectFiles } from '../gates/project-files.ts';
import type { ConfigChoices, ConfigGate } from './files/ralph-yaml.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the user decided; whatever is left out is found out. */
export interface SettingChoices {
  readonly agent?: string;
  /** The command of an agent of the user's own, which is then the agent unless another is named. */
  readonly agentCommand?: string;
  /** An empty list means that there shall be none. */
  readonly gates?: readonly ConfigGate[];
}

export async function chooseSettings(
  root: string,
  env: Environment,
  choices: SettingChoices,
): Promise<ConfigChoices> {
  const command = choices.agentCommand ?? env.AGENT_CMD;
  const own = choices.agentCommand === undefined ? undefined : 'custom';
  const agent = choices.agent ?? own ?? (await likelyAgent(env));
  if (!isAgentName(agent)) {
    throw new UserError(`No agent is called "${agent}".${didYouMean(agent, agentNames)}`, {
      hint: `Choose one of ${agentNames.join(', ')}.`,
      exitCode: 2,
    });
  }
  const gates = choices.gates ?? (await likelyGates(root));
  return { agent, gates, ...(command && { customCommand: command }) };
}

/** The first agent that is installed; Claude Code, for want of a better guess, when none is. */
export async function likelyAgent(env: Environment): Promise<AgentName> {
  const found = (await findAgents(env)).find(({ name, path }) => name !== 'demo' && path !== null);
  return found?.name ?? 'claude';
}

/** Nothing, as opposed to an empty list, leaves it to each run to look again. */
export async function likelyGates(root: string): Promise<readonly ConfigGate[] | undefined> {
  const gates = detectGates(await readProjectFiles(root));
  return gates.length > 0 ? gates : undefined;
}
