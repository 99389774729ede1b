import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeRow, encodeParameter } from './sqlite-values.ts';

it('any text survives, and what is stored has no NUL in it', () => {
  // Few characters, so that the escapes meet each other often.
  const text = fc.string({ unit: fc.constantFrom('\0', '\ufdd0', '0', '1', 'é', '🤖') });
  fc.assert(
    fc.property(text, (value) => {
      const stored = encodeParameter(value, 1);
      expect(stored).not.toContain('\0');
      expect(decodeRow({ value: stored })).toEqual({ value });
    }),
  );
});

it('names the place of a parameter it refuses', () => {
  expect(() => encodeParameter(() => 1, 3)).toThrow('SQL parameter 3 is a function.');
});
