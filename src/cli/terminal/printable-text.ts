import { stripVTControlCharacters } from 'node:util';
import { redactText } from '../../base/redaction.ts';
import { visibleText } from '../../base/safe-text.ts';

/** Text of agents and their programs as it may be printed: it cannot steer the terminal, and holds no secrets. */
export function printableText(text: string): string {
  return redactText(visibleText(stripVTControlCharacters(text))).replaceAll('\t', '    ');
}

const likeness: Readonly<Record<string, string>> = {
  '…': '...',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '→': '->',
};

/** For terminals that show nothing else: letters lose their accents, the rest becomes a question mark. */
export function asciiText(text: string): string {
  return text
    .replace(/[^\n -~]/gu, (character) => likeness[character] ?? character)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\n -~]/gu, '?');
}
