import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findAgent } from '../agents/find-agents.ts';
import { installHint } from '../agents/known-agents.ts';
import { gateObstacle } from '../gates/gate-runnable.ts';
import { loopFiles } from '../loop-files.ts';
import { isScaffoldPrompt } from './files/prompt.ts';
import type { ConfigChoices } from './files/ralph-yaml.ts';

/** What is left for the user, in the order in which it is best done. `settings` are those just written. */
export async function nextSteps(
  root: string,
  settings: ConfigChoices | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const steps: string[] = [];
  const prompt = await readFile(path.join(root, loopFiles.prompt), 'utf8');
  if (isScaffoldPrompt(prompt)) {
    steps.push(
      `Say what you want: in ${loopFiles.prompt}, as stories in ${loopFiles.prd}, or let the agent plan it: ralph plan "…"`,
    );
  }
  if (settings) steps.push(...(await stepsOfSettings(root, settings, env)));
  steps.push('Check that everything is in place: ralph validate');
  return steps;
}

async function stepsOfSettings(
  root: string,
  { agent, customCommand, gates }: ConfigChoices,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const steps: string[] = [];
  const sighting = await findAgent(agent, env, {
    root,
    settings: { custom: { command: customCommand } },
  });
  if (sighting.path === null) {
    steps.push(
      agent === 'custom' || agent === 'demo'
        ? `Write your agent's command under agents.custom.command in ${loopFiles.config}.`
        : `Install ${sighting.title}: ${installHint(agent)}`,
    );
  }
  if (!gates?.length) {
    steps.push(`Name a command that proves the work under gates in ${loopFiles.config}.`);
  }
  for (const { name, run } of gates ?? []) {
    const obstacle = await gateObstacle(run, { root, env });
    if (obstacle) steps.push(`The gate "${name}" (${run}) cannot run yet. ${obstacle.fix}`);
  }
  return steps;
}
