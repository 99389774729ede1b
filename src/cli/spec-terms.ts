import type { ArgumentSpec, OptionSpec } from './command.ts';

/** `<name>`, `[name]`, `<name...>`: how usage lines and help write an argument. */
export function argumentTerm(argument: ArgumentSpec): string {
  const name = argument.variadic ? `${argument.name}...` : argument.name;
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** `-f, --force`, `--root <DIR>`, `--http [URL]`. */
export function optionTerm(option: OptionSpec): string {
  const long = `--${option.name}${option.value === undefined ? '' : ` ${valueTerm(option)}`}`;
  return option.short === undefined ? long : `-${option.short}, ${long}`;
}

function valueTerm(option: OptionSpec): string {
  return option.valueOptional ? `[${option.value}]` : `<${option.value}>`;
}

export function quotedList(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ');
}
