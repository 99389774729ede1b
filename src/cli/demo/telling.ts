import { printableIn } from '../run/paint-story.ts';
import type { Style } from '../terminal/style.ts';
import { padEnd, textWidth, wrapText } from '../terminal/text-width.ts';

export type Who = 'plan' | 'agent' | 'Ralph' | 'gate' | 'memory' | 'catalog' | 'you';
type Tone = 'good' | 'bad' | 'plain';

/** The demo's way of speaking: who does something, what, and below it why that matters. */
export interface Telling {
  title(text: string): void;
  line(who: Who, text: string, tone?: Tone): void;
  /** A reason is told once; the second time it would only be in the way. */
  why(text: string): void;
  command(words: string, output: string): void;
  text(text?: string): void;
}

const indent = 2;
const column = 9;

export function createTelling(style: Style, print: (line: string) => void): Telling {
  const { colors, symbols } = style;
  const told = new Set<string>();
  const width = style.width - indent - column - 1;
  const marks: Readonly<Record<Tone, string>> = {
    good: colors.green(symbols.ok),
    bad: colors.red(symbols.fail),
    plain: '',
  };
  const label: Readonly<Record<Who, (text: string) => string>> = {
    plan: colors.dim,
    agent: colors.cyan,
    Ralph: colors.bold,
    gate: colors.bold,
    memory: colors.magenta,
    catalog: colors.magenta,
    you: colors.yellow,
  };

  function block(
    first: string,
    text: string,
    mark = '',
    paint: (line: string) => string = (line) => line,
  ): void {
    const markWidth = mark === '' ? 0 : textWidth(mark) + 1;
    const lines = wrapText(printableIn(style, text), width - markWidth);
    for (const [place, line] of lines.entries()) {
      const margin = place === 0 ? first : ' '.repeat(indent + column);
      const marked = mark === '' ? '' : place === 0 ? `${mark} ` : ' '.repeat(markWidth);
      print((margin + marked + paint(line)).trimEnd());
    }
  }

  return {
    title(text) {
      print('');
      print(colors.bold(printableIn(style, text)));
    },
    line(who, text, tone = 'plain') {
      block(' '.repeat(indent) + label[who](padEnd(who, column)), text, marks[tone]);
    },
    why(text) {
      if (told.has(text)) return;
      told.add(text);
      block(' '.repeat(indent + column), text, '', colors.dim);
    },
    command(words, output) {
      block(' '.repeat(indent) + label.you(padEnd('you', column)), `$ ${words}`);
      for (const line of output.trimEnd().split('\n')) {
        block(' '.repeat(indent + column), line, '', colors.dim);
      }
    },
    text(text = '') {
      for (const line of wrapText(printableIn(style, text), style.width - 1)) print(line);
    },
  };
}
