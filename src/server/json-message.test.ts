import { describe, expect, it } from 'vitest';
import { parseJson } from './json-message.ts';

describe('parseJson', () => {
  it('parses', () => {
    expect(parseJson('{"a":["[",{"b":"\\"}"}]}')).toEqual({
      ok: true,
      value: { a: ['[', { b: '"}' }] },
    });
  });

  it('says what is wrong', () => {
    expect(parseJson('{')).toEqual({ ok: false, reason: 'it is not valid JSON' });
    expect(parseJson('')).toMatchObject({ ok: false });
  });

  it('counts nesting outside of strings, and refuses a million brackets without walking them', () => {
    expect(parseJson(`"${'['.repeat(1_000)}"`)).toMatchObject({ ok: true });
    expect(parseJson(`${'['.repeat(100)}${']'.repeat(100)}`)).toMatchObject({ ok: true });
    expect(parseJson(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`)).toEqual({
      ok: false,
      reason: 'it is nested deeper than 100 levels',
    });
    expect(parseJson('['.repeat(1_000_000))).toMatchObject({ ok: false });
  });
});
