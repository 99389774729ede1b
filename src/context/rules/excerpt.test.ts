import { describe, expect, it } from 'vitest';
import { excerptFor } from './excerpt.ts';

const filler = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `Line ${from + n} of the log says nothing.`).join('\n');

describe('an excerpt', () => {
  it('is the text itself when it fits', () => {
    expect(excerptFor('short', 'anything', 100)).toBe('short');
  });

  it('has the beginning and what the question is about', () => {
    const text = `Nightly build\n${filler(1, 400)}\nECONNREFUSED at port 5433\n${filler(401, 400)}`;
    const excerpt = excerptFor(text, 'why was port 5433 refused', 2_000);
    expect(excerpt.length).toBeLessThanOrEqual(2_000);
    expect(excerpt).toContain('Nightly build');
    expect(excerpt).toContain('ECONNREFUSED at port 5433');
    expect(excerpt).toContain('[…]');
  });

  it('bears a text without lines or spaces, and one of many megabytes', () => {
    for (const text of ['😀'.repeat(5_000), 'x'.repeat(10_000_000)]) {
      const excerpt = excerptFor(text, 'x', 1_501);
      expect(excerpt.length).toBeLessThanOrEqual(1_501);
      expect(excerpt).not.toMatch(/\p{Surrogate}/u);
    }
  });
});
