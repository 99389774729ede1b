import type { Style } from './style.ts';
import { cutToWidth, padEnd, textWidth } from './text-width.ts';

const gap = '  ';

/** Aligned columns under a heading. With `fit`, the last column is cut to the width of the terminal. */
export function renderTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
  options: { readonly fit: boolean; readonly indent?: string },
): string {
  const { indent = '' } = options;
  const cells = rows.map((row) => heading.map((_, i) => oneLine(row[i] ?? '')));
  const widths = heading.map((title, i) =>
    Math.max(textWidth(title), ...cells.map((row) => textWidth(row[i] ?? ''))),
  );
  const last = heading.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + gap.length, 0);
  const room = Math.max(10, style.width - before - indent.length);

  const line = (row: readonly string[]) =>
    indent +
    row
      .map((cell, i) => {
        if (i < last) return padEnd(cell, widths[i] ?? 0);
        return options.fit ? cutToWidth(cell, room, style.symbols.ellipsis) : cell;
      })
      .join(gap)
      .trimEnd();
  return [style.colors.bold(line(heading)), ...cells.map(line)].join('\n');
}

/** Cells may hold text from outside: nothing in them may move the cursor or break the row. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
