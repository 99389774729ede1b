import type { Output } from '../../command.ts';
import { textWidth } from '../../terminal/text-width.ts';

export interface SmallTerminal {
  readonly output: Output;
  /** What a person sees: all lines, those that have scrolled out above included. */
  shown(): string;
  resize(columns: number): void;
  /** As when the process ends without closing anything. */
  exit(): void;
  readonly cursor: { visible: boolean; row: number };
  writes: number;
}

const graphemes = new Intl.Segmenter();
const sequence = '\u001b';
const parts = new RegExp(
  `${sequence}\\[(\\??\\d*)([A-Za-z])|\\r|\\n|[^${sequence}\\r\\n]+|${sequence}`,
  'g',
);

/** Understands as much of a terminal as the live view uses, and fails on anything else. */
export function smallTerminal(columns = 80): SmallTerminal {
  let lines: string[] = [''];
  let width = columns;
  const resized = new Set<() => void>();
  const exited = new Set<() => void>();
  const cursor = { visible: true, row: 0 };

  const put = (text: string) => {
    const [first = '', ...more] = broken((lines[cursor.row] ?? '') + text, width);
    lines[cursor.row] = first;
    for (const line of more) {
      cursor.row += 1;
      lines[cursor.row] = line;
    }
  };
  let startOfLine = false;
  const write = (text: string) => {
    terminal.writes += 1;
    for (const [part, argument = '', command] of text.matchAll(parts)) {
      if (part === '\r') startOfLine = true;
      else if (part === '\n') {
        cursor.row += 1;
        lines[cursor.row] ??= '';
      } else if (command === 'A') cursor.row = Math.max(0, cursor.row - Number(argument || 1));
      else if (command === 'J') {
        if (!startOfLine) throw new Error('erases from the middle of a line');
        lines = [...lines.slice(0, cursor.row), ''];
        startOfLine = false;
      } else if (command === 'h' || command === 'l') cursor.visible = command === 'h';
      else if (command === 'm') continue;
      else if (part.startsWith(sequence))
        throw new Error(`a sequence of no use here: ${JSON.stringify(part)}`);
      else put(part);
    }
  };
  const listen = (set: Set<() => void>) => (listener: () => void) => {
    set.add(listener);
    return () => void set.delete(listener);
  };
  const terminal: SmallTerminal = {
    cursor,
    writes: 0,
    shown: () => lines.map((line) => line.trimEnd()).join('\n'),
    exit() {
      for (const listener of [...exited]) listener();
    },
    resize(next) {
      // As terminals do: lines that no longer fit are broken.
      const below = lines.length - 1 - cursor.row;
      width = next;
      lines = lines.flatMap((line) => broken(line, next));
      cursor.row = lines.length - 1 - below;
      for (const listener of [...resized]) listener();
    },
    output: {
      isTerminal: true,
      width: columns,
      screen: {
        write,
        columns: () => width,
        rows: () => 24,
        onResize: listen(resized),
        onExit: listen(exited),
      },
      line: (text = '') => write(`${text}\n`),
      json() {},
      error() {},
    },
  };
  return terminal;
}

/** The rows that a line takes. */
function broken(line: string, width: number): string[] {
  if (textWidth(line) <= width) return [line];
  const rows = [''];
  let used = 0;
  for (const { segment } of graphemes.segment(line)) {
    const wide = textWidth(segment);
    if (used + wide > width) {
      rows.push('');
      used = 0;
    }
    rows[rows.length - 1] += segment;
    used += wide;
  }
  return rows;
}
