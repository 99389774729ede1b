import { stat } from 'node:fs/promises';
import path from 'node:path';
import { loggerFromEnvironment } from '../base/logger.ts';
import { version } from '../base/version.ts';
import type { CommandSpec, CommandTree, Invocation, Output } from './command.ts';
import { allOptions, versionOption } from './global-options.ts';
import { type ParsedCommand, parseCommand } from './parse-command.ts';
import { type OptionValues, ParseProblem } from './parse-options.ts';
import { leadingWords, type Route, route } from './route.ts';
import { UsageError } from './usage-error.ts';

const worksAnywhere = new Set(['demo', 'bench', 'completion']);

/** One start of the program, with everything of the outside world that it may use. */
export interface Program {
  readonly tree: CommandTree;
  readonly argv: readonly string[];
  readonly env: Invocation['env'];
  readonly cwd: string;
  readonly output: Output;
  readonly signal: AbortSignal;
  readonly askedToStop?: AbortSignal;
}

/** Finds the command, loads it, reads its words, runs it. Answers the exit code; throws what went wrong. */
export async function runProgram(program: Program): Promise<number> {
  const found = route(program.tree, program.argv);
  const command = await found.node?.load?.();
  const spec = command ?? { options: found.node ? [] : [versionOption] };
  const words = [...leadingWords(found.leading, allOptions(spec)), ...found.rest];

  const parsed = await withAdvice(program, found, () => parseCommand(spec, words));
  const env = colorChoice(parsed.options, program.env);
  if (!parsed.help && parsed.options.version === true) {
    program.output.line(version);
    return 0;
  }
  if (parsed.help || !command) return showHelp({ ...program, env }, found);
  const invocation = await createInvocation({ ...program, env }, parsed, command);
  if (!worksAnywhere.has(found.path[0] ?? '')) await noteProjectAbove(invocation);
  try {
    return (await command.run(invocation)) ?? 0;
  } catch (thrown) {
    const { inCommandWords } = await import('./command-words.ts');
    throw inCommandWords(thrown, { path: found.path, spec: command });
  }
}

async function showHelp(program: Program, { path, node }: Route): Promise<number> {
  const { helpSubject, renderHelp } = await import('./render-help.ts');
  const { styleFor } = await import('./terminal/style.ts');
  const subject = await helpSubject(path, node, program.tree);
  program.output.line(renderHelp(subject, styleFor(program)));
  return 0;
}

/** Adds the command's usage and first example to complaints about its words. */
async function withAdvice<Result>(
  program: Program,
  { path, node }: Route,
  read: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (thrown) {
    if (!(thrown instanceof ParseProblem)) throw thrown;
    const { helpSubject, usageLine } = await import('./render-help.ts');
    const subject = await helpSubject(path, node, program.tree);
    const example = subject.spec?.examples[0]?.command;
    throw new UsageError(thrown.message, {
      hint: `Run "${['ralph', ...path, '--help'].join(' ')}" to see what it takes.`,
      advice: { usage: usageLine(subject), ...(example !== undefined && { example }) },
    });
  }
}

async function createInvocation(
  program: Program,
  parsed: ParsedCommand,
  { reads }: Pick<CommandSpec, 'reads'>,
): Promise<Invocation> {
  const { args, options } = parsed;
  const { env } = program;
  return {
    args,
    options,
    json: options.json === true,
    root: await projectRoot(program.cwd, options.root),
    env,
    cwd: program.cwd,
    reads: reads === true,
    logger: loggerFromEnvironment(logEnvironment(options['log-level'], env), { level: 'warn' }),
    output: program.output,
    signal: program.signal,
    ...(program.askedToStop && { askedToStop: program.askedToStop }),
  };
}

/** In a subfolder of a project everything looks as if nothing had ever been done: better to say where it is. */
async function noteProjectAbove({ root, options, output }: Invocation): Promise<void> {
  if (options.root !== undefined) return;
  const { projectAbove } = await import('./project-above.ts');
  const above = projectAbove(root);
  if (above === undefined) return;
  output.error(
    `note: Ralph is set up in ${above}, not in this folder. For that project add: --root ${path.relative(root, above)}`,
  );
}

function colorChoice(options: OptionValues, env: Invocation['env']): Invocation['env'] {
  return options['no-color'] === true ? { ...env, NO_COLOR: '1' } : env;
}

function logEnvironment(flag: OptionValues[string], env: Invocation['env']): Invocation['env'] {
  return typeof flag === 'string' ? { ...env, RALPH_LOG_LEVEL: flag } : env;
}

/** A command that takes several roots declares `--root` itself and checks them itself. */
async function projectRoot(cwd: string, given: OptionValues[string]): Promise<string> {
  if (typeof given !== 'string')
    return path.resolve(cwd, Array.isArray(given) ? (given[0] ?? '.') : '.');
  if (given === '') {
    throw new UsageError('--root is empty.', {
      hint: 'Name a folder, or leave --root out to use the current folder.',
    });
  }
  const root = path.resolve(cwd, given);
  const found = await stat(root).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new UsageError(`--root: ${found ? 'not a folder' : 'no such folder'}: ${root}`, {
      hint: 'Name a folder that exists, or leave --root out to use the current folder.',
    });
  }
  return root;
}
