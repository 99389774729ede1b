import { findProgram, type ProgramSearch } from '../../base/processes/find-program.ts';
import { type AgentName, agentNames } from '../config.ts';
import { firstProgram } from '../programs/command-line.ts';
import { installHint, knownAgents } from './known-agents.ts';
import { programVersion } from './program-version.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface AgentSighting {
  readonly name: AgentName;
  readonly title: string;
  /** The program that would be launched; `null` when it is not there. */
  readonly path: string | null;
  /** Only when asked for, because it runs the program. */
  readonly version?: string;
  /** What to do when `path` is null. */
  readonly fix?: string;
}

export interface AgentSearch {
  /** The `agents` block of the configuration: commands that stand for a name on PATH. */
  readonly settings?: AgentCommands;
  readonly versions?: boolean;
  /** Where a command given by a relative path is looked up; the current folder unless given. */
  readonly root?: string;
  readonly platform?: NodeJS.Platform;
}

export type AgentCommands = {
  readonly [name in AgentName]?: { readonly command?: string | undefined } | undefined;
};

/** Which agents can be launched here: every one that is known, and the custom one where it is set. */
export async function findAgents(
  env: Environment,
  search: AgentSearch = {},
): Promise<readonly AgentSighting[]> {
  const names = agentNames.filter(
    (name) => name !== 'custom' || search.settings?.custom?.command !== undefined,
  );
  return Promise.all(names.map((name) => findAgent(name, env, search)));
}

export async function findAgent(
  name: AgentName,
  env: Environment,
  search: AgentSearch = {},
): Promise<AgentSighting> {
  if (name === 'demo') return { name, title: 'Scripted demo agent', path: process.execPath };
  const folder = search.root ?? process.cwd();
  const where = { env, folder, ...(search.platform && { platform: search.platform }) };
  const command = search.settings?.[name]?.command;
  if (name === 'custom') return findCustomAgent(command ?? '', where);

  const { title, binary } = knownAgents[name];
  const path = await findProgram(command ?? binary, where);
  if (path === undefined) {
    const fix = command
      ? `Correct agents.${name}.command in ralph.yaml: there is no program "${command}".`
      : `Install it (${installHint(name)}) or choose another agent under agents.default in ralph.yaml.`;
    return { name, title, path: null, fix };
  }
  const version = search.versions ? await programVersion(path, env) : undefined;
  return { name, title, path, ...(version !== undefined && { version }) };
}

async function findCustomAgent(command: string, where: ProgramSearch): Promise<AgentSighting> {
  const sighting = { name: 'custom', title: 'Custom command' } as const;
  const word = firstProgram(command)?.words[0];
  // A line that only a shell can read is taken at its word: the run will show.
  if (word === undefined && command.trim() !== '') return { ...sighting, path: command };
  const path = word === undefined ? undefined : await findProgram(word, where);
  if (path !== undefined) return { ...sighting, path };
  const fix =
    word === undefined
      ? 'Write the command under agents.custom.command in ralph.yaml, or set AGENT_CMD.'
      : `Install "${word}", or correct the command (--agent-cmd, AGENT_CMD, or agents.custom.command in ralph.yaml).`;
  return { ...sighting, path: null, fix };
}
