import type { StoryLine } from '../../loop/runs/report/story-line.ts';
import { asciiText, printableText } from '../terminal/printable-text.ts';
import { isAscii, type Style } from '../terminal/style.ts';

/** A line of the story as printed. Text of several lines stays together by its indent. */
export function paintStory(line: StoryLine, style: Style): string[] {
  const paint = painter(line, style);
  const mark = markOf(line, style);
  const [first = '', ...more] = printableIn(style, line.text).split('\n');
  return [
    mark + paint(first),
    ...more.map((text) => paint(`${' '.repeat(mark === '' ? 0 : 2)}${text}`)),
  ];
}

/** Text from outside, in the characters that this terminal shows. */
export function printableIn(style: Style, text: string): string {
  const printable = printableText(text);
  return isAscii(style) ? asciiText(printable) : printable;
}

function painter({ tone, strong }: StoryLine, { colors }: Style): (text: string) => string {
  if (strong || tone === 'title') return colors.bold;
  return tone === 'faint' ? colors.dim : (text) => text;
}

function markOf({ tone }: StoryLine, { colors, symbols }: Style): string {
  switch (tone) {
    case 'good':
      return `${colors.green(symbols.ok)} `;
    case 'bad':
      return `${colors.red(symbols.fail)} `;
    case 'warn':
      return `${colors.yellow(symbols.warn)} `;
    default:
      return '';
  }
}
