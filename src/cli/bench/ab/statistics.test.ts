import { describe, expect, it } from 'vitest';
import {
  quantile,
  reduction,
  reductionInterval,
  signFlipTest,
  wilcoxonTest,
} from './statistics.ts';

describe('the sign-flip test', () => {
  it.each([
    // Only the two patterns of equal signs reach the sum: 2 / 2^n.
    { differences: [1, 2, 3, 4, 5, 6], p: 2 / 64 },
    { differences: [-1, -2, -3, -4, -5, -6], p: 2 / 64 },
    { differences: [1, -1], p: 1 },
    { differences: [3, -1, 2], p: 4 / 8 },
    { differences: [0, 0, 0], p: 1 },
    { differences: [0, 5, 5, 5], p: 2 / 8 },
  ])('is exact: $differences', ({ differences, p }) => {
    expect(signFlipTest(differences)).toMatchObject({ p, exact: true });
  });

  it('samples many pairs, the same every time', () => {
    const differences = Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? -1 : 1));
    const once = signFlipTest(differences, 'seed');
    expect(once.exact).toBe(false);
    // Binomial: P(|sum| >= 20 of 40) = 0.0022.
    expect(once.p).toBeGreaterThan(0.0008);
    expect(once.p).toBeLessThan(0.0045);
    expect(signFlipTest(differences, 'seed')).toEqual(once);
  });
});

describe("Wilcoxon's signed-rank test", () => {
  it.each([
    // R: wilcox.test(x, exact = TRUE), and tables of W.
    { differences: [1, 2, 3, 4, 5], w: 15, p: 0.0625 },
    { differences: [1, 2, 3, 4, 5, 6, 7, 8], w: 36, p: 0.0078125 },
    { differences: [-1, 2, 3, 4, 5, 6, 7, 8], w: 35, p: 0.015625 },
    {
      differences: [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75],
      w: 96,
      p: 0.04126,
    },
    { differences: [0, 0], w: 0, p: 1 },
  ])('knows $differences', ({ differences, w, p }) => {
    const found = wilcoxonTest(differences);
    expect(found).toMatchObject({ w, exact: true });
    expect(found.p).toBeCloseTo(p, 4);
  });

  it('shares ranks among ties', () => {
    // All equal: each has the mean rank, and only equal signs reach it.
    expect(wilcoxonTest([2, 2, 2, 2])).toMatchObject({ w: 10, p: 2 / 16 });
  });

  it('comes close to the exact answer with many pairs', () => {
    const differences = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? -(n + 1) : n + 1));
    const { p, exact } = wilcoxonTest(differences);
    expect(exact).toBe(false);
    // W+ = 1240 of 1830: z = (915 - 590 - 0.5) / 135.86 = 2.3885, p = 0.0169.
    expect(p).toBeCloseTo(0.0169, 3);
  });
});

describe('the interval of a reduction', () => {
  it('is where every pair says the same', () => {
    const pairs = Array.from({ length: 5 }, () => ({ baseline: 10, context: 8 }));
    const { low, high } = reductionInterval([pairs, pairs]);
    expect(low).toBeCloseTo(0.2);
    expect(high).toBeCloseTo(0.2);
  });

  it('is wide where tasks differ, and holds what was found', () => {
    const task = (context: number) => [
      { baseline: 10, context },
      { baseline: 10, context },
    ];
    const { low, high } = reductionInterval([task(10), task(2), task(8), task(4)]);
    expect(low).toBeLessThan(0.4);
    expect(high).toBeGreaterThan(0.4);
    expect(high - low).toBeGreaterThan(0.2);
  });
});

it.each([
  [[1, 2, 3, 4], 0.5, 2.5],
  [[1, 2, 3, 4], 0, 1],
  [[5], 0.975, 5],
])('quantile of %j at %d is %d', (sorted, share, expected) => {
  expect(quantile(sorted, share)).toBeCloseTo(expected);
});

it('a reduction of nothing is none', () => {
  expect(reduction(0, 0)).toBe(0);
  expect(reduction(10, 12)).toBeCloseTo(-0.2);
});
