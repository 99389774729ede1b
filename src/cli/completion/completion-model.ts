import type { ArgumentSpec, CommandNode, CommandTree, OptionSpec } from '../command.ts';
import { allOptions, versionOption } from '../global-options.ts';

/** What can be typed at one place of the command line; every shell's script is written from a list of these. */
export interface CompletionPlace {
  /** The words that lead here, joined by a space; empty at the top. */
  readonly node: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  readonly options: readonly CompletionOption[];
  readonly arguments: readonly CompletionArgument[];
}

export interface CompletionOption {
  readonly long: string;
  readonly short: string | undefined;
  readonly summary: string;
  readonly value: CompletionValue | undefined;
}

export interface CompletionArgument {
  readonly variadic: boolean;
  readonly value: CompletionValue;
}

export type CompletionValue =
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'folders' }
  | { readonly kind: 'files' }
  | { readonly kind: 'anything' };

export async function completionPlaces(tree: CommandTree): Promise<CompletionPlace[]> {
  const top: CompletionPlace = {
    node: '',
    commands: names(tree),
    options: [...allOptions(), versionOption].map(completionOption),
    arguments: [],
  };
  return [top, ...(await placesBelow('', tree))];
}

async function placesBelow(parent: string, tree: CommandTree): Promise<CompletionPlace[]> {
  const places: CompletionPlace[] = [];
  for (const [name, node] of Object.entries(tree)) {
    const path = parent === '' ? name : `${parent} ${name}`;
    const children = 'commands' in node ? node.commands : {};
    places.push(await placeOf(path, node, children), ...(await placesBelow(path, children)));
  }
  return places;
}

async function placeOf(
  node: string,
  { load }: CommandNode,
  children: CommandTree,
): Promise<CompletionPlace> {
  const spec = await load?.();
  return {
    node,
    commands: names(children),
    options: allOptions(spec)
      .filter(({ internal }) => !internal)
      .map(completionOption),
    arguments: (spec?.arguments ?? []).map((argument) => ({
      variadic: argument.variadic === true,
      value: possibleValues(argument.name, argument.choices),
    })),
  };
}

function names(tree: CommandTree): CompletionPlace['commands'] {
  return Object.entries(tree).map(([name, { summary }]) => ({ name, summary }));
}

function completionOption(option: OptionSpec): CompletionOption {
  // An optional value cannot be told from the next word, so the shells treat it as a switch.
  const takesValue = option.value !== undefined && !option.valueOptional;
  return {
    long: `--${option.name}`,
    short: option.short === undefined ? undefined : `-${option.short}`,
    summary: option.description,
    value: takesValue ? possibleValues(option.value ?? '', option.choices) : undefined,
  };
}

/** Values are named by what they hold (`DIR`, `FILE`, `dir`), which is what shells need to know. */
function possibleValues(name: string, choices: ArgumentSpec['choices']): CompletionValue {
  if (choices) return { kind: 'choices', choices };
  if (/^(dir|folder)$/i.test(name)) return { kind: 'folders' };
  return /^(file|path)$/i.test(name) ? { kind: 'files' } : { kind: 'anything' };
}
