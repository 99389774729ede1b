import type { Logger } from '../base/logger.ts';
import type { Screen } from './terminal/screen.ts';

/** A command as data: the parser, `--help`, completion and the snapshots all read this. */
export interface CommandSpec {
  readonly description?: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  readonly examples: readonly ExampleSpec[];
  /** It only looks, so that it leaves nothing behind in a folder where Ralph has never been. */
  readonly reads?: true;
  /** Returns the exit code; 0 when nothing is returned. */
  run(invocation: Invocation): Promise<number | undefined>;
}

export interface ArgumentSpec {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  readonly variadic?: boolean;
  readonly choices?: readonly string[];
}

export interface OptionSpec {
  /** Long name without dashes, e.g. `dry-run`. */
  readonly name: string;
  readonly short?: string;
  readonly description: string;
  /** Name of the value; a flag without one is a switch. */
  readonly value?: string;
  /** The value may be left out (`--http [URL]`); the option is then `true`. */
  readonly valueOptional?: boolean;
  readonly repeatable?: boolean;
  readonly choices?: readonly string[];
  readonly default?: string;
  /** What tools call it, where that is not its name with `_` for `-`. */
  readonly field?: string;
  /** For programs that Ralph wrote itself: taken, but neither shown nor completed. */
  readonly internal?: boolean;
}

export interface ExampleSpec {
  readonly command: string;
  readonly does: string;
}

/** A group of commands, or one command; either is loaded only when it is chosen. */
export type CommandTree = { readonly [name: string]: CommandNode };
export type CommandNode =
  | { readonly summary: string; readonly load: () => Promise<CommandSpec> }
  | {
      readonly summary: string;
      readonly commands: CommandTree;
      /** What the group does when no subcommand is named; it takes options only, as a word would name a subcommand. */
      readonly load?: () => Promise<CommandSpec>;
    };

/** A command in the tree. Its summary stands here and not in its file, because a listing loads no command. */
export function lazyCommand(
  summary: string,
  file: () => Promise<{ readonly command: CommandSpec }>,
): { readonly summary: string; readonly load: () => Promise<CommandSpec> } {
  return { summary, load: async () => (await file()).command };
}

/** One call of the program. Commands write through this and never touch the process. */
export interface Invocation {
  /** By the argument's name as the spec writes it; variadic ones are lists. */
  readonly args: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** By the option's name as the spec writes it (`no-auth`, `dry-run`); absent when not given and without default. */
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  /** `--json` was given: print one JSON value on stdout and nothing else. */
  readonly json: boolean;
  /** Absolute; from `--root`, else the current folder. */
  readonly root: string;
  /** The process's environment; `--no-color` shows here as `NO_COLOR`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** As the command's spec says. */
  readonly reads?: boolean;
  readonly logger: Logger;
  readonly output: Output;
  /** Aborted when the command should end: asked to by a signal, or because nobody reads its output any more. */
  readonly signal: AbortSignal;
  /** Aborted by signals alone, for work that is worth finishing unseen; the same as `signal` where absent. */
  readonly askedToStop?: AbortSignal;
}

export interface Output {
  readonly isTerminal: boolean;
  /** Columns of the terminal, where there is one. */
  readonly width?: number;
  /** Where there is a terminal: for views that draw over what they drew before. */
  readonly screen?: Screen;
  line(text?: string): void;
  json(value: unknown): void;
  error(text: string): void;
}
