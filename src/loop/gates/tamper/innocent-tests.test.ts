import { describe, expect, it } from 'vitest';
import { adds, both, js, lines, suite, totals } from './testing/cart-tests.ts';
import { type Edits, type Files, tampering } from './testing/tampering.ts';

const innocent: readonly (readonly [string, Files, Edits])[] = [
  [
    'more tests',
    both,
    { [js]: suite(adds, totals, "  it('more', () => { expect(1).toBe(x); });") },
  ],
  ['a new test file', both, { 'src/new.test.ts': suite(adds) }],
  [
    'a new test that is skipped or still to do',
    both,
    { [js]: suite(adds, totals, "  it.todo('later');", "  it.skip('on Windows', () => {});") },
  ],
  [
    'a new test skipped on a condition',
    both,
    {
      'src/new.test.ts': suite(
        totals,
        adds.replace('it(', "it.skipIf(process.platform === 'win32')("),
      ),
    },
  ],
  ['another expectation', both, { [js]: suite(adds.replaceAll('2', '3'), totals) }],
  ['a better title', both, { [js]: suite(adds, totals.replace("'totals'", "'sums its prices'")) }],
  ['another order', both, { [js]: suite(totals, adds) }],
  [
    'a test in a suite of its own',
    both,
    { [js]: suite(adds, "  describe('sums', () => {", totals, '  });') },
  ],
  ['a file under another name', both, { [js]: null, 'src/basket.test.ts': both[js] ?? '' }],
  ['a test moved to another file', both, { [js]: suite(adds), 'src/sum.test.ts': suite(totals) }],
  [
    'tests folded into a table',
    both,
    {
      [js]: suite(
        "  it.each([['a', 1], ['b', 2]])('%s', (name, n) => {\n    expect(cart(name).size).toBe(n);\n    expect(cart(name).total).toBe(n * 10);\n  });",
      ),
    },
  ],
  [
    'tests folded into a named table',
    both,
    {
      [js]: lines(
        "const cases = [\n  ['a', 1],\n  ['b', 2],\n] as const;",
        "test.each(cases)('%s', (n) => {\n  expect(n).toBe(f(n));\n  expect(g(n)).toBe(1);\n});",
      ),
    },
  ],
  [
    'a helper that asserts',
    both,
    { [js]: suite(adds, totals.replace(/expect\(sum\(prices.*\n.*\n/, 'expectSum(prices, 3);\n')) },
  ],
  [
    'words in strings and comments',
    both,
    {
      [js]: suite(
        `  // it.only('x') and it.skip('y')`,
        adds,
        totals,
        "  const text = `it.skip('adds')`;",
      ),
    },
  ],
  [
    'a pattern that has a method called test',
    both,
    {
      [js]: suite(
        adds,
        totals,
        "  const ok = /a/.test('b');",
        '  suite.test(x); describe.configure({});',
      ),
    },
  ],
  ['an empty or odd test file', { [js]: '' }, { [js]: "it('" }],
  [
    'a helper among tests',
    { 'test/helpers.js': 'export const f = 1' },
    { 'test/helpers.js': null },
  ],
  [
    'code that is no test',
    { 'src/skip.ts': 'export function skip() { it.skip() }' },
    { 'src/skip.ts': null },
  ],
  [
    'a Python test in a table',
    {
      'tests/test_a.py':
        'def test_a():\n    assert f(1) == 1\n\ndef test_b():\n    assert g(2) == "x"\n',
    },
    {
      'tests/test_a.py':
        '@pytest.mark.parametrize("n", [\n    1,\n    2,\n])\ndef test_all(n):\n    assert h(n)\n',
    },
  ],
  [
    'a Python test moved into a class',
    { 'tests/test_a.py': 'def test_a():\n    assert f(1) == 1\n' },
    {
      'tests/test_a.py':
        'class TestA:\n    def test_a(self):\n        """Not to skip."""\n        assert f(1) == 1\n',
    },
  ],
  [
    'a Rust test moved to a module',
    { 'src/lib.rs': '#[test]\nfn a() { assert!(f()); }\n' },
    { 'src/lib.rs': 'mod tests;\n', 'src/tests.rs': '#[test]\nfn a() { assert!(f()); }\n' },
  ],
  [
    'a Rust lifetime',
    { 'src/lib.rs': "struct A<'a>(&'a str);\n#[test]\nfn a() { assert!(f()); }\n" },
    {
      'src/lib.rs':
        "struct A<'a>(&'a str);\nimpl<'a> A<'a> {}\n#[test]\nfn a() { assert!(f()); }\n",
    },
  ],
];

describe('edits of tests that are work', () => {
  it.each(innocent)('%s', async (_, project, edits) => {
    expect(await tampering(project, edits)).toEqual([]);
  });
});

it('tests of different classes may bear one name', async () => {
  const kind = (name: string, body: string) =>
    `class ${name}:\n    def test_basic(self):\n        ${body}\n`;
  const before = kind('TestA', 'assert f(1, 2, 3) == [1, 2, 3]') + kind('TestB', 'pass');
  const path = 'tests/test_a.py';
  expect(await tampering({ [path]: before }, { [path]: `${before}\nx = 1\n` })).toEqual([]);
  const emptied = kind('TestA', 'pass') + kind('TestB', 'pass');
  expect(await tampering({ [path]: before }, { [path]: emptied })).toEqual([
    `assertions_removed: ${path} asserts nothing any more in 1 test ("test_basic")`,
  ]);
});
