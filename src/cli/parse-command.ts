import { closest, didYouMean } from '../base/suggest.ts';
import type { ArgumentSpec, CommandSpec, Invocation, OptionSpec } from './command.ts';
import { allOptions } from './global-options.ts';
import { type OptionValues, ParseProblem, parseOptions } from './parse-options.ts';
import { quotedList } from './spec-terms.ts';

export interface ParsedCommand {
  /** Help was asked for: nothing else has been checked, and there are no arguments. */
  readonly help: boolean;
  readonly args: Invocation['args'];
  readonly options: OptionValues;
}

/** Reads one command's words against its spec. A request for help wins over every mistake. */
export function parseCommand(
  spec: Pick<CommandSpec, 'arguments' | 'options'>,
  argv: readonly string[],
): ParsedCommand {
  const specs = allOptions(spec);
  const { options, words, unknown } = parseOptions(specs, argv);
  if (options.help === true || asksForHelp(unknown)) return { help: true, args: {}, options };
  const [stranger] = unknown;
  if (stranger !== undefined) throw new ParseProblem(unknownOption(stranger, specs));
  for (const option of specs) checkChoice(`--${option.name}`, options[option.name], option);
  return { help: false, options, args: readArguments(spec.arguments ?? [], words) };
}

function readArguments(
  specs: readonly ArgumentSpec[],
  words: readonly string[],
): Invocation['args'] {
  const args: Record<string, string | readonly string[]> = {};
  let next = 0;
  for (const spec of specs) {
    const rest = words.slice(next);
    const value = spec.variadic ? (rest.length > 0 ? rest : undefined) : rest[0];
    if (value === undefined) {
      if (spec.required) throw new ParseProblem(missingArgument(spec));
      continue;
    }
    checkChoice(`<${spec.name}>`, value, spec);
    args[spec.name] = value;
    next += spec.variadic ? rest.length : 1;
  }
  if (next < words.length) {
    throw new ParseProblem(`Unexpected ${quotedList(words.slice(next))}: ${taken(specs.length)}.`);
  }
  return args;
}

function missingArgument(spec: ArgumentSpec): string {
  const choices = spec.choices ? ` It is one of: ${spec.choices.join(', ')}.` : '';
  return `<${spec.name}> is missing (${spec.description}).${choices}`;
}

function taken(count: number): string {
  if (count === 0) return 'this command takes no arguments';
  return `this command takes ${count} argument${count === 1 ? '' : 's'}`;
}

function checkChoice(
  what: string,
  value: OptionValues[string],
  { choices }: Pick<OptionSpec, 'choices'>,
): void {
  if (!choices) return;
  const values = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  for (const each of values) {
    if (choices.includes(each)) continue;
    throw new ParseProblem(
      `"${each}" is not a value of ${what}.${didYouMean(each, choices)} It is one of: ${choices.join(', ')}.`,
    );
  }
}

function unknownOption(given: string, specs: readonly OptionSpec[]): string {
  const name = given.split('=', 1)[0] ?? given;
  const match = closest(
    name,
    specs.map((spec) => `--${spec.name}`),
  );
  return `Unknown option "${name}".${match === undefined ? '' : ` Did you mean "${match}"?`}`;
}

/** Commander leaves what follows an unknown option unread, so look there too. */
function asksForHelp(unknown: readonly string[]): boolean {
  const end = unknown.indexOf('--');
  return (end < 0 ? unknown : unknown.slice(0, end)).some((w) => w === '-h' || w === '--help');
}
