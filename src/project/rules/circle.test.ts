import { describe, expect, it } from 'vitest';
import { circleIn } from './circle.ts';

const links = (pairs: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(pairs));

describe('circleIn', () => {
  it.each([
    ['nothing', {}, undefined],
    ['a chain', { a: ['b'], b: ['c'] }, undefined],
    ['a diamond', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, undefined],
    ['a link to nowhere', { a: ['missing'] }, undefined],
    ['itself', { a: ['a'] }, ['a', 'a']],
    ['two', { a: ['b'], b: ['a'] }, ['a', 'b', 'a']],
    ['a circle behind a tail', { t: ['a'], a: ['b'], b: ['c'], c: ['a'] }, ['a', 'b', 'c', 'a']],
  ])('%s', (_, pairs, circle) => {
    expect(circleIn(links(pairs))).toEqual(circle);
  });

  it('follows very long chains, with and without an end', () => {
    const length = 20_000;
    const chain = new Map(Array.from({ length }, (_, n) => [n, [n + 1]] as const));
    expect(circleIn(chain)).toBeUndefined();
    expect(circleIn(new Map([...chain, [length, [0]]]))).toHaveLength(length + 2);
  });
});
