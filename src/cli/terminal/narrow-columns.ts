import { textWidth, wordParts } from './text-width.ts';

export interface Column {
  readonly title: string;
  readonly cells: readonly string[];
}

/** No narrower than this: a word in pieces of a few letters cannot be read. */
const leastWidth = 8;

/**
 * Takes columns of these widths together by so much, and lets them keep what can be kept: first where only the title
 * is wide, then between words, then within them, each time from whichever is widest.
 */
export function narrowed(
  columns: readonly Column[],
  widths: readonly number[],
  excess: number,
): readonly number[] {
  const result = [...widths];
  let left = excess;
  for (const floorOf of [titleFloor, wordFloor, () => leastWidth]) {
    const floors = columns.map(floorOf);
    while (left > 0) {
      const roomy = floors
        .map((floor, i) => ({ i, floor, width: result[i] ?? 0 }))
        .filter(({ floor, width }) => width > floor);
      const [widest] = roomy.sort((a, b) => b.width - a.width);
      if (!widest) break;
      result[widest.i] = widest.width - 1;
      left -= 1;
    }
  }
  return result;
}

function titleFloor({ title, cells }: Column): number {
  return longest([...wordParts(title), ...cells]);
}

function wordFloor({ title, cells }: Column): number {
  const words = cells.flatMap((cell) => cell.split(' '));
  return Math.max(leastWidth, longest([...wordParts(title), ...words]));
}

function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(textWidth));
}
