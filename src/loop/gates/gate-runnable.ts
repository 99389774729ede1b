import { stat } from 'node:fs/promises';
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
  /** What is missing is a file of the project, which a run may be there to write. */
  readonly writable: boolean;
}

/** Where another command may take the place of the first, or programs are looked for elsewhere, nothing is certain. */
const uncertain = /\|\||\bPATH=/;

/** Programs whose first argument is the file that they run. */
const interpreters = new Set('sh bash zsh node python python3 ruby perl'.split(' '));
const scriptName = /\.(?:sh|bash|[cm]?[jt]s|py|rb|pl)$/;

/** Why a gate's command could not even start, if that can be seen without running it. */
export async function gateObstacle(
  run: string,
  where: {
    readonly root: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    /** The file that a gate was found in which nobody wrote down. */
    readonly from?: string | null | undefined;
  },
): Promise<GateObstacle | undefined> {
  const found = await obstacleOf(run, where);
  if (!found) return undefined;
  const orElse = where.from
    ? `or name gates of your own in ralph.yaml, in place of those found in ${where.from} ("gates: []" for none)`
    : `or correct the gate's "run" in ralph.yaml`;
  return { ...found, fix: `${found.fix}, ${orElse}.` };
}

async function obstacleOf(
  run: string,
  where: { readonly root: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<GateObstacle | undefined> {
  const command = uncertain.test(run) ? undefined : firstProgram(run);
  const word = command?.words[0];
  if (!command || word === undefined) return undefined;
  const folder = path.resolve(where.root, command.folder);
  if (!(await findProgram(word, { env: where.env, folder }))) {
    if (word.includes('/')) {
      return {
        message: `There is no program ${word} that may be run.`,
        fix: `Create it and make it executable (chmod +x)`,
        writable: !path.isAbsolute(word),
      };
    }
    return {
      message: `"${word}" was not found on PATH or in node_modules/.bin.`,
      fix: `Install "${word}"`,
      writable: false,
    };
  }
  return (
    (await missingFile(command, folder)) ??
    (await missingScript(command, folder)) ??
    (await missingTarget(command, folder))
  );
}

async function missingFile(
  { words: [program = '', file = ''] }: SimpleCommand,
  folder: string,
): Promise<GateObstacle | undefined> {
  if (!interpreters.has(program) || !scriptName.test(file) || /[$*?]/.test(file)) return undefined;
  if (await stat(path.resolve(folder, file)).catch(() => undefined)) return undefined;
  return {
    message: `There is no file ${file} for ${program} to run.`,
    fix: `Create it`,
    writable: true,
  };
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
      fix: `Create package.json with a "${script}" script`,
      writable: true,
    };
  }
  const scripts = scriptsOf(text);
  if (!scripts || scripts.has(script)) return undefined;
  return {
    message: `package.json has no script "${script}".${didYouMean(script, scripts.keys())}`,
    fix: `Add the script to package.json`,
    writable: true,
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
      fix: `Add the target to ${name}`,
      writable: true,
    };
  }
  return {
    message: `There is no Makefile with a target "${target}".`,
    fix: `Create one`,
    writable: true,
  };
}
