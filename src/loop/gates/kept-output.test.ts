import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepOutput } from './kept-output.ts';

describe('keepOutput', () => {
  it('keeps all that fits, and then the beginning and the end', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 })), (chunks) => {
        const kept = keepOutput(40);
        for (const chunk of chunks) kept.add(chunk);
        const whole = chunks.join('');
        const text = kept.text();
        expect(text.length).toBeLessThanOrEqual(61);
        if (kept.lost() === 0) expect(text).toBe(whole);
        else {
          expect(text.slice(0, 20)).toBe(whole.slice(0, 20));
          expect(text.endsWith(whole.slice(-20))).toBe(true);
        }
        if (whole.length <= 40) expect(kept.lost()).toBe(0);
      }),
    );
  });

  it('holds any number of chunks', () => {
    const kept = keepOutput(1_000);
    for (let n = 0; n < 200_000; n++) kept.add(`line ${n}\n`);
    expect(kept.lost()).toBeGreaterThan(1_000_000);
    expect(kept.text()).toMatch(/^line 0\n/);
    expect(kept.text()).toMatch(/line 199999\n$/);
  });
});
