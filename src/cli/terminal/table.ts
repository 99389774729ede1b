import { visibleText } from '../../base/safe-text.ts';
import type { Style } from './style.ts';
import { cutToWidth, padEnd, textWidth, wrapText } from './text-width.ts';

const gap = '  ';
/** With less room than this beside the others, what does not fit into the last column stands on lines of its own. */
const leastRoom = 24;

export interface TableOptions {
  /**
   * For a screen: columns that say nothing are left out, and the last one is made to fit the width: cut, or with
   * `wrap` continued below.
   */
  readonly fit: boolean;
  readonly wrap?: boolean;
  readonly indent?: string;
}

/** Aligned columns under a heading. Cells may hold text from outside; what is returned is safe to print. */
export function renderTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
  options: TableOptions,
): string {
  const { indent = '', fit } = options;
  const cleaned = rows.map((row) => heading.map((_, i) => oneLine(row[i] ?? '')));
  const shown = heading.map((_, i) => !fit || cleaned.some((row) => row[i] !== ''));
  const [titles = [], ...cells] = [heading, ...cleaned].map((row) =>
    row.filter((_, i) => shown[i]),
  );
  const widths = titles.map((title, i) =>
    Math.max(textWidth(title), ...cells.map((row) => textWidth(row[i] ?? ''))),
  );
  const last = titles.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + gap.length, 0);
  const room = style.width - before - indent.length;

  const lines = (row: readonly string[]): string[] => {
    const start = row.slice(0, last).map((cell, i) => padEnd(cell, widths[i] ?? 0) + gap);
    const text = row[last] ?? '';
    const isBelow = fit && room < leastRoom && textWidth(text) > room;
    const place = isBelow ? gap.length : before;
    const end = lastColumn(
      text,
      isBelow ? style.width - place - indent.length : room,
      style,
      options,
    );
    const [first = '', ...more] = isBelow ? ['', ...end] : end;
    const below = more.map((line) => ' '.repeat(place) + line);
    return [start.join('') + first, ...below].map((line) => (indent + line).trimEnd());
  };
  return [style.colors.bold(lines(titles).join('\n')), ...cells.flatMap(lines)].join('\n');
}

function lastColumn(text: string, room: number, style: Style, options: TableOptions): string[] {
  if (!options.fit) return [text];
  return options.wrap ? wrapText(text, room) : [cutToWidth(text, room, style.symbols.ellipsis)];
}

/** Nothing in a cell may move the cursor or break the row. */
function oneLine(text: string): string {
  return visibleText(text.replace(/[\p{Cc}\s]+/gu, ' ')).trim();
}
