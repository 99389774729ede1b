import { Command, CommanderError, Option } from 'commander';
import type { Invocation, OptionSpec } from './command.ts';
import { optionTerm } from './spec-terms.ts';

export type OptionValues = Invocation['options'];

export interface ParsedOptions {
  readonly options: OptionValues;
  readonly words: readonly string[];
  /** The first option that no spec names, with everything after it. */
  readonly unknown: readonly string[];
}

/** What is wrong with the words of a command line; whoever knows the command adds its usage. */
export class ParseProblem extends Error {
  override readonly name = 'ParseProblem';
}

/** Splits options from words, by commander's rules for `-abc`, `--a=b`, `--` and optional values. */
export function parseOptions(
  specs: readonly OptionSpec[],
  argv: readonly string[],
  mode: { readonly stopAtFirstWord: boolean } = { stopAtFirstWord: false },
): ParsedOptions {
  const parser = new Command()
    .helpOption(false)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .passThroughOptions(mode.stopAtFirstWord);
  const known = specs.map((spec) => ({ spec, option: commanderOption(spec) }));
  for (const { option } of known) parser.addOption(option);
  const { operands, unknown } = splitWords(parser, argv);

  const options: Record<string, string | boolean | readonly string[]> = {};
  for (const { spec, option } of known) {
    const value: unknown = parser.getOptionValue(option.attributeName());
    const given = option.negate ? value === false || undefined : value;
    const result = given ?? spec.default;
    if (typeof result === 'string' || result === true || isStringList(result)) {
      options[spec.name] = result;
    }
  }
  return { options, words: operands, unknown };
}

function splitWords(parser: Command, argv: readonly string[]) {
  try {
    return parser.parseOptions([...argv]);
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    throw new ParseProblem(sentence(thrown.message));
  }
}

function commanderOption(spec: OptionSpec): Option {
  const option = new Option(optionTerm(spec));
  if (spec.repeatable) {
    option.argParser((value: string, earlier: readonly string[] = []) => [...earlier, value]);
  }
  return option;
}

/** Commander writes `error: option '--x' argument missing`; we write sentences. */
function sentence(message: string): string {
  const text = message.replace(/^error: /, '').replaceAll("'", '"');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
