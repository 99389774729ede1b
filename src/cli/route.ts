import { didYouMean } from '../base/suggest.ts';
import type { CommandNode, CommandTree, OptionSpec } from './command.ts';
import { globalOptionsFor, versionOption } from './global-options.ts';
import { type OptionValues, parseOptions } from './parse-options.ts';
import { UsageError } from './usage-error.ts';

/** Where a command line leads: a node of the tree, and the words that are left for it. */
export interface Route {
  /** The words that name it, without `ralph`; empty at the top. */
  readonly path: readonly string[];
  /** Absent at the top. */
  readonly node: CommandNode | undefined;
  readonly rest: readonly string[];
  /** Global options given before the command's last word (`ralph --root DIR tool list`). */
  readonly leading: OptionValues;
}

/** Follows the words of a command line down the tree. Loads no command. */
export function route(tree: CommandTree, argv: readonly string[]): Route {
  const asksHelp = argv[0] === 'help';
  let position: Route = {
    path: [],
    node: undefined,
    rest: asksHelp ? [...argv.slice(1), '--help'] : argv,
    leading: {},
  };
  for (;;) {
    const children = position.node ? subcommands(position.node) : tree;
    if (!children) return position;
    const specs = position.node ? globalOptionsFor() : [...globalOptionsFor(), versionOption];
    const here = parseOptions(specs, position.rest, { stopAtFirstWord: true });
    const [word, ...rest] = here.words;
    // Nothing names a subcommand: the node itself gets all its words, the options among them.
    if (word === undefined) return position;
    const node = ownEntry(children, word);
    if (!node) throw unknownCommand(position.path, word, children);
    position = {
      path: [...position.path, word],
      node,
      rest,
      leading: { ...position.leading, ...here.options },
    };
  }
}

/** The leading options as words, those that the command takes in the same way: as a switch, or with a value. */
export function leadingWords(leading: OptionValues, specs: readonly OptionSpec[]): string[] {
  return specs.flatMap((spec) => {
    const value = leading[spec.name];
    if (typeof value === 'string' && spec.value !== undefined) return [`--${spec.name}`, value];
    return value === true && spec.value === undefined ? [`--${spec.name}`] : [];
  });
}

function subcommands(node: CommandNode): CommandTree | undefined {
  return 'commands' in node ? node.commands : undefined;
}

function ownEntry(tree: CommandTree, name: string): CommandNode | undefined {
  return Object.hasOwn(tree, name) ? tree[name] : undefined;
}

function unknownCommand(path: readonly string[], word: string, children: CommandTree): UsageError {
  const names = Object.keys(children);
  const parent = ['ralph', ...path].join(' ');
  return new UsageError(`Unknown command "${parent} ${word}".${didYouMean(word, names)}`, {
    hint: `Commands of "${parent}": ${names.join(', ')}. See ${parent} --help.`,
  });
}
