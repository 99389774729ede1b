import type { Readable, Writable } from 'node:stream';
import { findAgents } from '../../loop/agents/find-agents.ts';
import { likelyAgent, likelyGates } from '../../loop/scaffold/choose-settings.ts';
import type { ConfigGate } from '../../loop/scaffold/files/ralph-yaml.ts';
import { type ClientName, clientNames, clients } from '../../server/clients/clients.ts';
import { likelyClient } from './likely-client.ts';

/** What was given on the command line is not asked for. */
export interface InitAnswers {
  readonly agent?: string;
  readonly gates?: readonly ConfigGate[];
  readonly client?: ClientName;
}

export interface Terminal {
  readonly input?: Readable;
  readonly output?: Writable;
  readonly signal: AbortSignal;
}

/** Asks for at most three things, each with what was found as the default. Nothing when the user backs out. */
export async function askInitQuestions(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  given: InitAnswers,
  terminal: Terminal,
): Promise<InitAnswers | undefined> {
  const clack = await import('@clack/prompts');
  const agent = given.agent ?? (await askAgent(clack, env, terminal));
  if (typeof agent === 'symbol') return undefined;
  const gates = given.gates ?? (await askGates(clack, root, terminal));
  if (typeof gates === 'symbol') return undefined;
  const client = given.client ?? (await askClient(clack, root, terminal));
  if (typeof client === 'symbol') return undefined;
  return { agent, ...(gates && { gates }), ...(client !== 'none' && { client }) };
}

type Clack = typeof import('@clack/prompts');

async function askAgent(clack: Clack, env: Parameters<typeof findAgents>[0], terminal: Terminal) {
  const sightings = (await findAgents(env)).filter(({ name }) => name !== 'demo');
  const byPresence = [...sightings].sort((a, b) => rank(a.path) - rank(b.path));
  return clack.select<string>({
    message: 'Which agent shall do the work?',
    options: [
      ...byPresence.map(({ name, title, path }) => ({
        value: name,
        label: path === null ? `${title} (not installed)` : title,
        ...(path !== null && { hint: path }),
      })),
      {
        value: 'custom',
        label: 'A command of your own',
        hint: 'you name it in ralph.yaml afterwards',
      },
    ],
    initialValue: await likelyAgent(env),
    ...terminal,
  });
}

function rank(path: string | null): number {
  return path === null ? 1 : 0;
}

async function askGates(clack: Clack, root: string, terminal: Terminal) {
  const found = await likelyGates(root);
  if (found === undefined) return askGateCommand(clack, terminal);
  const chosen = await clack.multiselect<string>({
    message: 'Which commands prove that the work is done?',
    options: found.map(({ name, run, detected_from }) => ({
      value: name,
      label: run,
      hint: `from ${detected_from}`,
    })),
    initialValues: found.map(({ name }) => name),
    required: false,
    ...terminal,
  });
  return typeof chosen === 'symbol' ? chosen : found.filter(({ name }) => chosen.includes(name));
}

async function askGateCommand(clack: Clack, terminal: Terminal) {
  const command = await clack.text({
    message: 'Which command proves that the work is done? (empty: decide later)',
    placeholder: 'make test',
    ...terminal,
  });
  if (typeof command === 'symbol') return command;
  const { nameGates } = await import('../../loop/gates/name-gates.ts');
  return command?.trim() ? nameGates([command.trim()]) : undefined;
}

async function askClient(clack: Clack, root: string, terminal: Terminal) {
  return clack.select<ClientName | 'none'>({
    message: 'Add Ralph to an editor or chat client?',
    options: [
      { value: 'none', label: 'No, or later', hint: 'ralph mcp install' },
      ...clientNames.map((name) => ({ value: name, label: clients[name].title })),
    ],
    initialValue: (await likelyClient(root)) ?? 'none',
    ...terminal,
  });
}
