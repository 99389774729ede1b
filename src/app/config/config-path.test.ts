import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '../../../test/support/any-text.ts';
import { formatPath, parsePath } from './config-path.ts';

it.each([
  [['budgets', 'iterations'], 'budgets.iterations'],
  [['gates', 0, 'run'], 'gates[0].run'],
  [['prices', 'gpt-5.1', 'input'], 'prices["gpt-5.1"].input'],
  [[], ''],
])('writes %j as %s', (path, text) => {
  expect(formatPath(path)).toBe(text);
  expect(parsePath(text)).toEqual(path);
});

it('reads back every path it writes', () => {
  const part = fc.oneof(anyText({ minLength: 1 }), fc.nat());
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.array(part), (first, rest) => {
      const path = [first, ...rest];
      expect(parsePath(formatPath(path)).map(String)).toEqual(path.map(String));
    }),
  );
});

it.each(['a..b', '.', 'a[', 'a[x]', 'a["b]', 'a b', '[]'])('refuses %s', (text) => {
  expect(() => parsePath(text)).toThrow(`"${text}" is not a path into the configuration.`);
});
