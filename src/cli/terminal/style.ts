import picocolors from 'picocolors';
import type { Invocation } from '../command.ts';

export interface Style {
  readonly colors: ReturnType<typeof picocolors.createColors>;
  readonly symbols: Symbols;
  /** Columns to lay text out in. */
  readonly width: number;
}

export interface Symbols {
  readonly ok: string;
  readonly warn: string;
  readonly fail: string;
  readonly ellipsis: string;
  readonly rule: string;
  readonly pending: string;
}

const unicode: Symbols = { ok: '✓', warn: '!', fail: '✗', ellipsis: '…', rule: '─', pending: '·' };
const ascii: Symbols = {
  ok: 'ok',
  warn: '!!',
  fail: 'XX',
  ellipsis: '...',
  rule: '-',
  pending: '-',
};

/** How text looks in this invocation: colour only on a terminal that wants it, ASCII where asked for. */
export function styleFor(
  { output, env }: Pick<Invocation, 'output' | 'env'>,
  config: { readonly asciiOnly?: boolean } = {},
): Style {
  return {
    colors: picocolors.createColors(wantsColor(output.isTerminal, env)),
    symbols: (config.asciiOnly ?? isOn(env.RALPH_ASCII)) ? ascii : unicode,
    width: layoutWidth(output.width ?? Number(env.COLUMNS)),
  };
}

/** The presence of NO_COLOR decides, whatever its value. */
function wantsColor(isTerminal: boolean, env: Invocation['env']): boolean {
  return isTerminal && env.NO_COLOR === undefined && env.TERM !== 'dumb';
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !/^(|0|false|no|off)$/i.test(value);
}

/** Lines much longer than a page are hard to read, and very narrow ones cannot hold a table. */
function layoutWidth(columns: number): number {
  return columns > 0 ? Math.min(120, Math.max(40, columns)) : 80;
}

export function isAscii({ symbols }: Style): boolean {
  return symbols === ascii;
}
