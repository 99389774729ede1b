import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareStatements, nameSimilarity, normalisedName } from './similarity.ts';

describe('compareStatements', () => {
  it.each([
    ['Use the pool for queries', 'use pool for the queries!', 'same'],
    ['Sessions expire after ten minutes', 'Sessions do not expire after ten minutes', 'opposite'],
    ["Don't cache tokens in memory", 'Cache tokens in memory', 'opposite'],
    ['Never cache tokens without a limit', 'Cache tokens with a limit', 'same'],
    ['Use the pool for queries', 'Migrations run at start', 'different'],
  ] as const)('%j and %j are %s', (a, b, relation) => {
    expect(compareStatements(a, b)).toBe(relation);
    expect(compareStatements(b, a)).toBe(relation);
  });

  it('finds every text the same as itself', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(compareStatements(text, text)).toBe('same');
      }),
    );
  });
});

describe('names', () => {
  it('are one when only case and separators differ', () => {
    expect(normalisedName('Auth-API')).toBe(normalisedName('auth api'));
    expect(nameSimilarity('user_profile', 'User Profile')).toBe(1);
  });

  it('are close when one begins with the other, and far when they merely share letters', () => {
    expect(nameSimilarity('auth', 'authentication')).toBeGreaterThan(0.6);
    expect(nameSimilarity('authentication', 'authorization')).toBeLessThan(0.6);
    expect(nameSimilarity('billing', 'search')).toBeLessThan(0.2);
  });
});
