import { visibleText } from '../../base/safe-text.ts';
import { narrowed } from './narrow-columns.ts';
import type { Style } from './style.ts';
import { breakText, cutToWidth, padEnd, textWidth, wrapText } from './text-width.ts';

const gap = '  ';
/** With less room than this beside the others, what does not fit into the last column stands on lines of its own. */
const leastRoom = 24;

/** What is longer says something by itself. */
const longestMark = 12;

export interface TableOptions {
  /**
   * For a screen: columns that say nothing are left out, and the table is made to fit the width. The last column is
   * cut, or with `wrap` continued below; where the others alone are too wide, they are continued below as well.
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
  const last = titles.length - 1;
  const limit = style.width - indent.length;
  const widths = columnWidths(titles, cells, fit ? limit : undefined);
  const before = widthOf(widths.slice(0, last)) + (last > 0 ? gap.length : 0);
  const room = limit - before;

  const lines = (row: readonly string[]): string[] => {
    const text = row[last] ?? '';
    const isBelow = fit && room < leastRoom && text !== '' && textWidth(text) > room;
    const place = isBelow ? gap.length : before;
    const end = lastColumn(text, isBelow ? limit - place : room, style, options);
    const start = row.slice(0, last).map((cell, i) => inColumn(cell, widths[i] ?? 0, fit));
    const height = Math.max(1, ...start.map((column) => column.length));
    const beside = isBelow ? [] : end;
    const count = Math.max(height, beside.length);
    const upper = Array.from({ length: count }, (_, at) => {
      const columns = start.map((column, i) => padEnd(column[at] ?? '', widths[i] ?? 0) + gap);
      return columns.join('') + (beside[at] ?? '');
    });
    const below = isBelow ? end.map((line) => ' '.repeat(place) + line) : [];
    return [...upper, ...below].map((line) => (indent + line).trimEnd());
  };
  return [style.colors.bold(lines(titles).join('\n')), ...cells.flatMap(lines)].join('\n');
}

/** As wide as what stands in them; within a limit, narrower where that is too wide. */
function columnWidths(
  titles: readonly string[],
  cells: readonly (readonly string[])[],
  limit: number | undefined,
): readonly number[] {
  const columns = titles.map((title, i) => ({ title, cells: cells.map((row) => row[i] ?? '') }));
  const widths = columns.map(({ title, cells }) => Math.max(...[title, ...cells].map(textWidth)));
  if (limit === undefined) return widths;
  // A last column of text finds its place below; one of single words is to stand beside the others.
  const isText = cells.some((row) => textWidth(row.at(-1) ?? '') > longestMark);
  const needed = isText ? widths.slice(0, -1) : widths;
  const excess = widthOf(needed) - limit;
  return narrowed(columns.slice(0, -1), widths, excess);
}

function widthOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * Math.max(0, widths.length - 1));
}

function inColumn(text: string, width: number, fit: boolean): string[] {
  return fit ? breakText(text, width) : [text];
}

function lastColumn(text: string, room: number, style: Style, options: TableOptions): string[] {
  if (!options.fit) return [text];
  return options.wrap ? wrapText(text, room) : [cutToWidth(text, room, style.symbols.ellipsis)];
}

/** Nothing in a cell may move the cursor or break the row. */
function oneLine(text: string): string {
  return visibleText(text.replace(/[\p{Cc}\s]+/gu, ' ')).trim();
}
