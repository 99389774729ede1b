import { stripVTControlCharacters } from 'node:util';
import { redactText } from '../../../base/redaction.ts';
import { visibleText } from '../../../base/safe-text.ts';

const keptBytes = 8_192;

const aroundAnError = /^(\s+at .*|[\s^{}[\]]+|Node\.js v[\d.]+\S*)$/;

/** The end of what a server wrote to stderr, however much that was. */
export function createStderrTail() {
  let kept: Buffer = Buffer.alloc(0);
  const written = () =>
    redactText(visibleText(stripVTControlCharacters(kept.toString('utf8'))))
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '');
  return {
    write(chunk: Buffer): void {
      kept =
        chunk.length >= keptBytes
          ? Buffer.from(chunk.subarray(-keptBytes))
          : Buffer.concat([kept, chunk]).subarray(-keptBytes);
    },
    /** Free of secrets and of what a terminal would obey: servers print the settings they were given, in colour. */
    lines(count: number): readonly string[] {
      return written().slice(-count);
    },
    /** The last lines that say something: behind the error, Node prints its stack, its fields and its version. */
    telling(count: number): readonly string[] {
      const telling = written().filter((line) => !aroundAnError.test(line));
      return telling.slice(-count).map((line) => line.trim());
    },
  };
}

export type StderrTail = ReturnType<typeof createStderrTail>;
