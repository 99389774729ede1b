import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineReader } from './line-reader.ts';

function read(chunks: readonly Buffer[], limit = 1_000) {
  const lines: string[] = [];
  const reader = createLineReader({
    limit,
    onLine: (line) => lines.push(line),
    onTooLong: () => lines.push('<too long>'),
  });
  for (const chunk of chunks) reader.push(chunk);
  return lines;
}

describe('createLineReader', () => {
  it('finds the same lines however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc
            .string({ unit: 'binary', minLength: 1 })
            .filter((s) => !s.includes('\n') && s.trim() !== ''),
        ),
        fc.array(fc.nat({ max: 30 })),
        (lines, cuts) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const chunks: Buffer[] = [];
          let at = 0;
          for (const cut of cuts) {
            chunks.push(bytes.subarray(at, at + cut));
            at += cut;
          }
          chunks.push(bytes.subarray(at));
          expect(read(chunks, 10_000)).toEqual(
            lines.map((line) => Buffer.from(line).toString('utf8')),
          );
        },
      ),
    );
  });

  it('passes over empty lines and keeps an unfinished one', () => {
    expect(read([Buffer.from('\n \r\na\n\nb')])).toEqual(['a']);
  });

  it('drops a line that is too long, reports it once, and goes on', () => {
    const chunks = [...Array(50).fill(Buffer.alloc(100, 'x')), Buffer.from('\nshort\n')];
    expect(read(chunks, 1_000)).toEqual(['<too long>', 'short']);
  });
});
