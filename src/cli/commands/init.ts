import { stat } from 'node:fs/promises';
import path from 'node:path';
import { agentNames } from '../../loop/config.ts';
import type { ConfigGate } from '../../loop/scaffold/files/ralph-yaml.ts';
import { clientNames, parseClientName } from '../../server/clients/clients.ts';
import type { CommandSpec, Invocation } from '../command.ts';
import type { InitAnswers } from '../init/questions.ts';
import { renderInit } from '../init/render-init.ts';
import { withInstallation } from '../init/with-installation.ts';
import { styleFor } from '../terminal/style.ts';
import { UsageError } from '../usage-error.ts';

export const command: CommandSpec = {
  description:
    'Writes ralph.yaml, the files in scripts/ralph/ and lines in .gitignore. Keeps every file that exists, so it can be run again at any time. On a terminal it asks for the agent, the gates and a client to install into, with what it found as the default.',
  arguments: [
    { name: 'dir', description: 'Folder of the repository; the current one unless given.' },
  ],
  options: [
    { name: 'force', description: 'Replace scaffold files that differ, each after a backup.' },
    { name: 'yes', short: 'y', description: 'Ask nothing and take what was found.' },
    {
      name: 'agent',
      value: 'NAME',
      choices: agentNames,
      description: 'Agent that does the work.',
    },
    {
      name: 'agent-cmd',
      value: 'COMMAND',
      description: 'Command of an agent of your own, which then does the work.',
    },
    {
      name: 'gate',
      value: 'CMD',
      repeatable: true,
      description: 'Command that proves the work; give it again for more.',
    },
    {
      name: 'client',
      value: 'NAME',
      choices: clientNames,
      description: 'Also install into this MCP client.',
    },
  ],
  examples: [
    { command: 'ralph init', does: 'Sets up the current folder, asking three questions.' },
    { command: 'ralph init --yes', does: 'Asks nothing; agent and gates are detected.' },
    {
      command: 'ralph init --agent codex --gate "npm test" --client jetbrains',
      does: 'Decides all three on the command line.',
    },
  ],
  async run(invocation) {
    const { args, options, env, output } = invocation;
    const root =
      typeof args.dir === 'string' ? path.resolve(invocation.cwd, args.dir) : invocation.root;
    const force = options.force === true;
    const answers = await readAnswers(invocation, root);
    if (answers === undefined) {
      output.error('Nothing was changed.');
      return 130;
    }
    const { initProject } = await import('../../loop/scaffold/init-project.ts');
    const { configJsonSchema } = await import('../../app/config/json-schema.ts');
    const { createApp } = await import('../../app/create-app.ts');
    const app = createApp({ roots: [root], env, logger: invocation.logger });
    const result = await initProject({
      root,
      force,
      env,
      configSchema: configJsonSchema(),
      projectServer: app.projectServer.files,
      ...(answers.agent !== undefined && { agent: answers.agent }),
      ...(typeof options['agent-cmd'] === 'string' && { agentCommand: options['agent-cmd'] }),
      ...(answers.gates && { gates: answers.gates }),
      onFile: ({ path: file, action }) => invocation.logger.debug(`${action} ${file}`),
    });
    const report = answers.client
      ? await withInstallation(result, answers.client, env)
      : { ...result, failed: false };
    const { failed, ...shown } = report;
    if (invocation.json) output.json(shown);
    else output.line(renderInit(shown, styleFor(invocation), { fit: output.isTerminal }));
    return failed ? 1 : 0;
  },
};

async function readAnswers(
  { options, json, env, output, signal }: Invocation,
  root: string,
): Promise<InitAnswers | undefined> {
  const given: InitAnswers = {
    ...agentGiven(options),
    ...(options.gate !== undefined && { gates: await namedGates(options.gate) }),
    ...(typeof options.client === 'string' && { client: parseClientName(options.client) }),
  };
  // Questions need somebody who reads them and somebody who answers, which may be two different streams.
  const terminal = output.isTerminal && process.stdin.isTTY;
  // A pseudo-terminal that claims to have no columns is a program's, and questions do not fit into it.
  const asks = terminal && output.width !== 0 && !json && options.yes !== true;
  if (!asks || !(await isNew(root, options.force === true))) return given;
  const { askInitQuestions } = await import('../init/questions.ts');
  return askInitQuestions(root, env, given, { signal });
}

function agentGiven({ agent, 'agent-cmd': command }: Invocation['options']): InitAnswers {
  if (typeof agent === 'string' && agent !== 'custom' && command !== undefined) {
    throw new UsageError(`--agent ${agent} and --agent-cmd name two different agents.`, {
      hint: 'Leave one of them out.',
    });
  }
  if (command !== undefined) return { agent: 'custom' };
  return typeof agent === 'string' ? { agent } : {};
}

/** Where the settings are already written down there is nothing to ask. */
async function isNew(root: string, force: boolean): Promise<boolean> {
  const folder = await stat(root).catch(() => undefined);
  if (!folder?.isDirectory()) return false;
  const { loopFiles } = await import('../../loop/loop-files.ts');
  return force || !(await stat(path.join(root, loopFiles.config)).catch(() => undefined));
}

async function namedGates(commands: Invocation['options'][string]): Promise<readonly ConfigGate[]> {
  const { nameGates } = await import('../../loop/gates/name-gates.ts');
  return nameGates([commands ?? []].flat().map(String));
}
