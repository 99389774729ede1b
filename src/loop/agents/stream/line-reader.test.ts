import { describe, expect, it } from 'vitest';
import { createLineReader } from './line-reader.ts';

function linesOf(chunks: readonly (string | Uint8Array)[], limit?: number): string[] {
  const lines: string[] = [];
  const reader = createLineReader((line) => lines.push(line), limit);
  for (const chunk of chunks) reader.write(Buffer.from(chunk));
  reader.end();
  return lines;
}

describe('createLineReader', () => {
  it.each<[string, (string | Uint8Array)[], string[]]>([
    ['lines', ['a\nb\n'], ['a', 'b']],
    ['a last line without an end', ['a\nb'], ['a', 'b']],
    ['Windows line ends, also when cut between the two', ['a\r', '\nb\r\n'], ['a', 'b']],
    ['empty lines', ['\n\n  \na\n\n'], ['a']],
    ['nothing', [], []],
    ['a byte order mark', ['\uFEFFa\n'], ['a']],
    ['a character cut in two', [Buffer.from([0xc3]), Buffer.from([0xa9, 0x0a])], ['é']],
    ['bytes that are no text', [Buffer.from([0x61, 0xff, 0x62, 0x0a])], ['a\uFFFDb']],
  ])('%s', (_, chunks, lines) => {
    expect(linesOf(chunks)).toEqual(lines);
  });

  it('hands out only the beginning of a line that is too long, and goes on', () => {
    const long = 'x'.repeat(100_000);
    const chunks = [long.slice(0, 60_000), `${long.slice(60_000)}\n`, 'after\n'];
    const lines = linesOf(chunks, 50_000);
    expect(lines).toEqual([`${'x'.repeat(4_096)}… (cut: a line of 100000 bytes)`, 'after']);
    expect(linesOf([`${long}\nafter`], 50_000)).toEqual(lines);
  });

  it('does not keep the memory that a chunk lies in', () => {
    const lines: string[] = [];
    const reader = createLineReader((line) => lines.push(line));
    const chunk = Buffer.from('first');
    reader.write(chunk);
    chunk.fill('y');
    reader.write(Buffer.from('\n'));
    expect(lines).toEqual(['first']);
  });
});
