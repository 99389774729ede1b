import type { Files } from './tampering.ts';

/** Sources of tests, whole and in parts. */
export const lines = (...all: string[]) => `${all.join('\n')}\n`;
export const adds =
  "  it('adds', () => {\n    const cart = new Cart();\n    cart.add('book', 2);\n    expect(cart.size).toBe(2);\n    expect(cart.total).toBe(20);\n  });";
export const totals =
  "  it('totals', () => {\n    const prices = [1, 2];\n    expect(sum(prices)).toBe(3);\n    expect(sum([])).toBe(0);\n  });";
export const suite = (...tests: string[]) =>
  lines(
    "import { describe, expect, it } from 'vitest';",
    "describe('cart', () => {",
    ...tests,
    '});',
  );
export const js = 'src/cart.test.ts';
export const both: Files = { [js]: suite(adds, totals) };
