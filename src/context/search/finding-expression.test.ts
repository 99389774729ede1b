import { describe, expect, it } from 'vitest';
import { findingExpression } from './finding-expression.ts';

const term = (name: string, documents: number) => ({ term: name, documents });

describe('what to look at', () => {
  it('is everything with any term while that is not much', () => {
    const { expression, ranked } = findingExpression([term('b', 40), term('a', 3)], 100);
    expect({ expression, ranked }).toEqual({ expression: '"a" OR "b"', ranked: true });
  });

  it('is two at a time of what is common', () => {
    const { expression } = findingExpression(
      [term('rare', 10), term('x', 9_000), term('y', 8_000)],
      100_000,
    );
    expect(expression).toBe('"rare" OR ("y" AND "x")');
  });

  it('is the newest where the only term is common', () => {
    expect(findingExpression([term('x', 90_000)], 100_000)).toEqual({
      expression: '"x"',
      ranked: false,
    });
  });

  it('is nothing where no term occurs', () => {
    expect(findingExpression([term('x', 0)], 10).expression).toBe('');
    expect(findingExpression([], 10).expression).toBe('');
  });
});
