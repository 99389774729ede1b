import type { CommandSpec, OptionSpec } from './command.ts';

/** What every command takes. A command that declares an option of the same name replaces it. */
const globalOptions: readonly OptionSpec[] = [
  { name: 'json', description: 'Print one JSON value instead of text' },
  { name: 'root', value: 'DIR', description: 'The project folder, instead of the current one' },
  {
    name: 'log-level',
    value: 'LEVEL',
    choices: ['debug', 'info', 'warn', 'error'],
    description: 'How much to say on stderr, instead of RALPH_LOG_LEVEL or warn',
  },
  { name: 'no-color', description: 'No colour, as with NO_COLOR' },
  { name: 'help', short: 'h', description: 'Show this help' },
];

export const versionOption: OptionSpec = {
  name: 'version',
  short: 'V',
  description: 'Print the version',
};

/** The global options as they apply to one command: those it does not declare itself. */
export function globalOptionsFor(spec?: Pick<CommandSpec, 'options'>): readonly OptionSpec[] {
  const own = new Set(spec?.options?.map((option) => option.name));
  return globalOptions.filter((option) => !own.has(option.name));
}

export function allOptions(spec?: Pick<CommandSpec, 'options'>): readonly OptionSpec[] {
  return [...(spec?.options ?? []), ...globalOptionsFor(spec)];
}
