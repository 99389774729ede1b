import { stripVTControlCharacters } from 'node:util';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const plainAscii = /^[\x20-\x7e]*$/;
/** Scripts and symbols that terminals draw two columns wide. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const invisible = /^[\p{Cc}\p{Cf}\p{M}]*$/u;

/** Columns that a text takes on a terminal, colour codes not counted. */
export function textWidth(text: string): number {
  if (plainAscii.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(stripVTControlCharacters(text))) {
    width += invisible.test(segment) ? 0 : wide.test(segment) ? 2 : 1;
  }
  return width;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** Cuts plain text (no colour codes) to a width, ending in `ellipsis` when something was lost. */
export function cutToWidth(text: string, width: number, ellipsis: string): string {
  if (textWidth(text) <= width) return text;
  const room = width - textWidth(ellipsis);
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += textWidth(segment);
    if (used > room) break;
    kept += segment;
  }
  return kept.trimEnd() + ellipsis;
}

/** Breaks plain text between words; a single word longer than the width keeps its line. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ').filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && textWidth(longer) > width) {
        lines.push(line);
        line = word;
      } else {
        line = longer;
      }
    }
    lines.push(line);
  }
  return lines;
}

/** Where a word can be broken so that it is still read as one: after the marks that names are joined with. */
export function wordParts(word: string): string[] {
  return word.split(/(?<=[_\-./: ])(?=.)/);
}

/** Breaks plain text to a width whatever it holds: between words, else between their parts, else anywhere. */
export function breakText(text: string, width: number): string[] {
  return wrapText(text, width).flatMap((line) =>
    textWidth(line) <= width ? [line] : brokenWord(line, width),
  );
}

function brokenWord(word: string, width: number): string[] {
  const pieces = wordParts(word).flatMap((part) =>
    textWidth(part) <= width
      ? [part]
      : Array.from(graphemes.segment(part), ({ segment }) => segment),
  );
  const lines: string[] = [];
  for (const piece of pieces) {
    const longer = (lines.at(-1) ?? '') + piece;
    if (lines.length > 0 && textWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines;
}
