import { stripVTControlCharacters } from 'node:util';
import { redactText } from '../../../base/redaction.ts';
import { visibleText } from '../../../base/safe-text.ts';

const keptBytes = 8_192;

/** The end of what a server wrote to stderr, however much that was. */
export function createStderrTail() {
  let kept: Buffer = Buffer.alloc(0);
  return {
    write(chunk: Buffer): void {
      kept =
        chunk.length >= keptBytes
          ? Buffer.from(chunk.subarray(-keptBytes))
          : Buffer.concat([kept, chunk]).subarray(-keptBytes);
    },
    /** Free of secrets and of what a terminal would obey: servers print the settings they were given, in colour. */
    lines(count: number): readonly string[] {
      const text = redactText(visibleText(stripVTControlCharacters(kept.toString('utf8'))));
      return text
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
        .slice(-count);
    },
  };
}

export type StderrTail = ReturnType<typeof createStderrTail>;
