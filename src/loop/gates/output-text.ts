import { stripVTControlCharacters } from 'node:util';
import { redactText } from '../../base/redaction.ts';

const tailLength = 16 * 1024;
/** Redacted before it is cut, so that the cut cannot take away what a secret is known by. */
const redactedLength = 4 * tailLength;

/** What a terminal would show: no colours, of an overwritten line the last text, no other control characters. */
export function plainText(output: string): string {
  return stripVTControlCharacters(output)
    .replace(/\r+\n/g, '\n')
    .replace(/^[^\n]*\r(?=[^\n])/gm, '')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

/** The end of an output as it may be stored and shown. */
export function outputTail(output: string): string {
  const redacted = redactText(plainText(output.slice(-redactedLength)));
  if (redacted.length <= tailLength && output.length <= redactedLength) return redacted;
  const tail = redacted.slice(-tailLength);
  const firstWhole = tail.indexOf('\n') + 1;
  // One endless line is better cut anywhere than not shown.
  return `…\n${firstWhole > 0 && firstWhole < tail.length ? tail.slice(firstWhole) : tail}`;
}
