import type { Style } from './style.ts';
import { cutToWidth, padEnd, textWidth, wrapText } from './text-width.ts';

const gap = '  ';

export interface TableOptions {
  /** The last column is made to fit the width: cut, or with `wrap` continued below. */
  readonly fit: boolean;
  readonly wrap?: boolean;
  readonly indent?: string;
}

/** Aligned columns under a heading. */
export function renderTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
  options: TableOptions,
): string {
  const { indent = '' } = options;
  const cells = rows.map((row) => heading.map((_, i) => oneLine(row[i] ?? '')));
  const widths = heading.map((title, i) =>
    Math.max(textWidth(title), ...cells.map((row) => textWidth(row[i] ?? ''))),
  );
  const last = heading.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + gap.length, 0);
  const room = Math.max(10, style.width - before - indent.length);

  const lines = (row: readonly string[]): string[] => {
    const start = row.slice(0, last).map((cell, i) => padEnd(cell, widths[i] ?? 0) + gap);
    const [first = '', ...more] = lastColumn(row[last] ?? '', room, style, options);
    const below = more.map((text) => ' '.repeat(before) + text);
    return [start.join('') + first, ...below].map((line) => (indent + line).trimEnd());
  };
  return [style.colors.bold(lines(heading).join('\n')), ...cells.flatMap(lines)].join('\n');
}

function lastColumn(text: string, room: number, style: Style, options: TableOptions): string[] {
  if (!options.fit) return [text];
  return options.wrap ? wrapText(text, room) : [cutToWidth(text, room, style.symbols.ellipsis)];
}

/** Cells may hold text from outside: nothing in them may move the cursor or break the row. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
