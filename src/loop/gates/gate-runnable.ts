import path from 'node:path';
import { readTextIfExists } from '../../base/files.ts';
import { findProgram } from '../../base/processes/find-program.ts';
import { didYouMean } from '../../base/suggest.ts';
import { firstProgram, type SimpleCommand } from '../programs/command-line.ts';
import { makefileNames, makeTargets } from './make-targets.ts';
import { scriptInvokedBy, scriptsOf } from './package-scripts.ts';

export interface GateObstacle {
  readonly message: string;
  readonly fix: string;
}

/** Why a gate's command could not even start, if that can be seen without running it. */
export async function gateObstacle(
  run: string,
  where: { readonly root: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<GateObstacle | undefined> {
  const command = firstProgram(run);
  const word = command?.words[0];
  if (!command || word === undefined) return undefined;
  const folder = path.resolve(where.root, command.folder);
  if (!(await findProgram(word, { env: where.env, folder }))) {
    if (word.includes('/')) {
      return {
        message: `There is no program ${word} that may be run.`,
        fix: `Create it and make it executable (chmod +x), or correct the gate's "run" in ralph.yaml.`,
      };
    }
    return {
      message: `"${word}" was not found on PATH or in node_modules/.bin.`,
      fix: `Install "${word}", or correct the gate's "run" in ralph.yaml.`,
    };
  }
  return (await missingScript(command, folder)) ?? (await missingTarget(command, folder));
}

async function missingScript(
  command: SimpleCommand,
  folder: string,
): Promise<GateObstacle | undefined> {
  const script = scriptInvokedBy(command.words);
  if (script === undefined) return undefined;
  const text = await readTextIfExists(path.join(folder, 'package.json'));
  if (text === undefined) {
    return {
      message: `There is no package.json to run the script "${script}" from.`,
      fix: `Create package.json with a "${script}" script, or correct the gate's "run" in ralph.yaml.`,
    };
  }
  const scripts = scriptsOf(text);
  if (!scripts || scripts.has(script)) return undefined;
  return {
    message: `package.json has no script "${script}".${didYouMean(script, scripts.keys())}`,
    fix: `Add the script to package.json, or correct the gate's "run" in ralph.yaml.`,
  };
}

async function missingTarget(
  command: SimpleCommand,
  folder: string,
): Promise<GateObstacle | undefined> {
  const [program, target] = command.words;
  if (program !== 'make' || target === undefined || /^-|=/.test(target)) return undefined;
  for (const name of makefileNames) {
    const text = await readTextIfExists(path.join(folder, name));
    if (text === undefined) continue;
    const { names, open } = makeTargets(text);
    if (open || names.has(target)) return undefined;
    return {
      message: `${name} has no target "${target}".${didYouMean(target, names)}`,
      fix: `Add the target to ${name}, or correct the gate's "run" in ralph.yaml.`,
    };
  }
  return {
    message: `There is no Makefile with a target "${target}".`,
    fix: `Create one, or correct the gate's "run" in ralph.yaml.`,
  };
}
