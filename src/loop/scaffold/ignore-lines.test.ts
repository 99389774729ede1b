import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withIgnoreLines } from './ignore-lines.ts';

const added = "# Ralph's own state\n.ralph/\n.agent/context/\n";

describe('withIgnoreLines', () => {
  it.each([
    ['no file', undefined, added],
    ['an empty file', '', added],
    ['other lines', 'node_modules/\n', `node_modules/\n\n${added}`],
    ['no newline at the end', 'node_modules/', `node_modules/\n\n${added}`],
    ['CRLF', 'a\r\nb\r\n', `a\r\nb\r\n\r\n${added.replaceAll('\n', '\r\n')}`],
    ['CRLF without one at the end', 'a\r\nb', `a\r\nb\r\n\r\n${added.replaceAll('\n', '\r\n')}`],
    ['one of the two', '.ralph/\n', ".ralph/\n\n# Ralph's own state\n.agent/context/\n"],
    ['lines that only look alike', '.ralphx/\nmy.ralph\n', `.ralphx/\nmy.ralph\n\n${added}`],
    ['a comment', '# .ralph/\n', `# .ralph/\n\n${added}`],
    ['bytes of another encoding', '\xe9t\xe9/\n', `\xe9t\xe9/\n\n${added}`],
  ])('%s', (_, before, after) => {
    expect(withIgnoreLines(before)).toBe(after);
  });

  it.each([
    ['what it adds', added],
    ['without slashes', '.ralph\n.agent\n'],
    ['anchored', '/.ralph/\n/.agent/context\n'],
    ['everywhere', '**/.ralph/\n**/.agent/\n'],
    ['contents', '.ralph/*\n.agent/context/**\n'],
    ['with blanks and CRLF', '  .ralph/ \r\n.agent/\r\n'],
    ['behind a mark of byte order', '\xef\xbb\xbf.ralph/\n.agent/\n'],
    ['kept on purpose', '!.ralph/\n.agent/context/\n'],
  ])('changes nothing: %s', (_, text) => {
    expect(withIgnoreLines(text)).toBeUndefined();
  });

  it('keeps what was there, whatever it was, and is done after one go', () => {
    const line = fc.oneof(
      fc.constantFrom('.ralph/', '.agent/', '# x', '', '*.log', '\xff\xfe', '!.ralph'),
      fc.string({ unit: 'binary-ascii', maxLength: 8 }).map((text) => text.replace(/[\r\n]/g, '')),
    );
    const file = fc
      .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
      .map(([lines, end, closed]) => lines.join(end) + (closed && lines.length > 0 ? end : ''));
    fc.assert(
      fc.property(file, (before) => {
        const after = withIgnoreLines(before);
        if (after === undefined) return;
        expect(after.startsWith(before)).toBe(true);
        expect(withIgnoreLines(after)).toBeUndefined();
      }),
    );
  });
});
