import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../test/support/any-text.ts';
import { ToolError } from '../base/errors.ts';
import { cutText, type PageRule, trimToLimits } from './page.ts';

interface Rows {
  readonly [key: string]: unknown;
  readonly rows: readonly string[];
  readonly next_cursor: string | null;
}

const rule: PageRule<Rows> = {
  rows: (output) => output.rows,
  keep: (output, count) => ({
    rows: output.rows.slice(0, count),
    next_cursor: count < output.rows.length ? String(count) : output.next_cursor,
  }),
};

const trim = (rows: readonly string[], limits: { text: number; structured: number }) =>
  trimToLimits({
    tool: 'list_rows',
    output: { rows, next_cursor: null },
    rule,
    render: (output) => output.rows.join('\n'),
    limits,
  });

describe('trimToLimits', () => {
  it('leaves an answer that fits alone', () => {
    expect(trim(['a', 'b'], { text: 100, structured: 100 })).toEqual({
      output: { rows: ['a', 'b'], next_cursor: null },
      text: 'a\nb',
    });
  });

  it('keeps as many rows as fit and says where to continue', () => {
    const { output, text } = trim(['aaaa', 'bbbb', 'cccc'], { text: 10, structured: 1_000 });
    expect(output).toEqual({ rows: ['aaaa', 'bbbb'], next_cursor: '2' });
    expect(text).toBe('aaaa\nbbbb');
  });

  it('loses no row and never passes a limit, whatever the sizes of the rows', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 60 }), { maxLength: 60 }), (all) => {
        const limits = { text: 300, structured: 600 };
        const seen: string[] = [];
        for (let rest: readonly string[] = all; ; ) {
          const { output, text } = trim(rest, limits);
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.text);
          expect(Buffer.byteLength(JSON.stringify(output))).toBeLessThanOrEqual(limits.structured);
          seen.push(...output.rows);
          if (output.next_cursor === null) break;
          rest = rest.slice(Number(output.next_cursor));
        }
        expect(seen).toEqual(all);
      }),
    );
  });

  it('cuts the text of one row that is too large, and keeps its structure whole', () => {
    const { output, text } = trim(['x'.repeat(500)], { text: 200, structured: 1_000 });
    expect(output.rows[0]).toHaveLength(500);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200);
    expect(text).toContain('500 bytes in all');
  });

  it('refuses a structure over its limit with what to do', () => {
    const refused = () => trim(['x'.repeat(500)], { text: 200, structured: 100 });
    expect(refused).toThrow(ToolError);
    expect(refused).toThrow(/over the limit of 100/);
  });
});

describe('cutText', () => {
  it('never splits a character and never passes the limit', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 400 }), (text) => {
        const cut = cutText(text, 120);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(120);
        if (!text.includes('\ufffd')) expect(cut).not.toContain('\ufffd');
      }),
    );
  });
});
