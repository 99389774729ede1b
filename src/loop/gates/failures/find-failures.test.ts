import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainText } from '../output-text.ts';
import { findFailures } from './find-failures.ts';

const outputs = path.join(import.meta.dirname, 'testing');
const output = (name: string) => readFileSync(path.join(outputs, `${name}.txt`), 'utf8');
const found = (text: string, root = '/project') => findFailures(plainText(text), root);

/** Name of an output in `testing/` → the failures in it. */
const table: Readonly<Record<string, readonly string[]>> = {
  biome: [
    'es/a.js: format Formatter would have printed the following content:',
    "es/b.js: parse Expected an identifier, an array pattern, or an object pattern but instead found '= 3'.",
    "es/b.js: format Code formatting aborted due to parsing errors. To format code with errors, enable the 'formatter.formatWithErrors' option.",
    'ts/a.ts: format Formatter would have printed the following content:',
  ],
  'cargo-compile': [
    'src/lib.rs: error[E0308]: mismatched types',
    'src/lib.rs: error[E0425]: cannot find function `undefined_fn` in this scope',
  ],
  cargo: [
    'src/lib.rs tests::adds',
    'src/lib.rs tests::panics',
    'tests/it.rs adds',
    'demo documentation src/lib.rs - add',
  ],
  coverage: [
    'Coverage for lines: global threshold (80%)',
    '"global" coverage threshold for branches: 90%',
    'Required test coverage: 85%',
  ],
  'dotnet-compile': [
    "Shop/Cart.cs: error CS0103: The name 'tax' does not exist in the current context",
    "Shop/Cart.cs: error CS0103: The name 'tax' does not exist in the current context (2)",
  ],
  dotnet: ['Shop.Tests.CartTests.Adds', 'Shop.Tests.CartTests.Totals(price: 10, discount: "[2]")'],
  eslint: [
    "es/a.js: 'a' is assigned a value but never used no-unused-vars",
    'es/a.js: Missing semicolon semi',
    'es/a.js: Missing semicolon semi (2)',
    "es/a.js: 'b' is defined but never used no-unused-vars",
    'es/b.js: Parsing error: Unexpected token =',
  ],
  'go-crash': [],
  go: [
    'example.com/shop/cart TestAdd',
    'example.com/shop/cart TestTotals',
    'example.com/shop/cart TestTotals/with_discount',
    'example.com/shop/broken [build failed]',
    'example.com/shop/sum TestAdd',
    'broken/price.go: undefined: tax',
  ],
  gradle: ['CartTest > adds an item', 'CartTest > totals() > [2] 10, 8'],
  jest: [
    'j/a.test.js › cart › adds',
    'j/a.test.js › cart › totals › sums › odd (5 ms)',
    'j/b.test.js (did not load)',
  ],
  'maven-compile': ['src/main/java/com/example/Cart.java: cannot find symbol'],
  maven: ['com.example.CartTest.adds', 'com.example.CartTest.loads(String)[2]'],
  'mocha-tap': ['cart adds', 'cart deep throws', 'hook "before all" hook for "z"'],
  mocha: ['cart > adds', 'cart > deep > throws', 'hook > "before all" hook for "z"'],
  nextest: ['demo tests::adds', 'demo tests::panics'],
  'node-spec': [
    'n/a.test.mjs > cart > adds',
    'n/a.test.mjs > top # hash',
    'n/a.test.mjs > parent > child',
    'n/b.test.mjs',
  ],
  'node-tap': [
    'n/a.test.mjs > cart > adds',
    'n/a.test.mjs > top # hash',
    'n/a.test.mjs > parent > child',
    'n/a.test.mjs > parent',
    'n/b.test.mjs',
  ],
  phpunit: [
    'App\\Tests\\CartTest::testLoads',
    'App\\Tests\\CartTest::testAdds #1',
    'App\\Tests\\CartTest::testTotals "with discount"',
  ],
  'pytest-failures': [
    'test_a.py::Cart::test_adds',
    'test_a.py::Cart::test_err',
    'test_a.py::Cart::test_sub (i=0)',
    'test_a.py::Cart::test_sub (i=2)',
    'test_a.py::test_p[a b]',
    'test_a.py::test_p[c - d]',
    'test_a.py::test_fix',
  ],
  pytest: ['test_b.py'],
  'python-checks': [
    'app/cart.py: F401 `os` imported but unused',
    'app/cart.py: F811 Redefinition of unused `total` from line …',
    'app/stock.py: F841 Local variable `tax` is assigned to but never used',
    'app/cart.py: error: Incompatible return value type (got "str", expected "int") [return-value]',
    'app/stock.py (formatting)',
  ],
  'rspec-load': ['spec/stock_spec.rb (did not load)'],
  rspec: ['spec/cart_spec.rb # Cart adds an item', 'spec/cart_spec.rb # Cart totals is rounded'],
  'tsc-pretty': [
    "ts/a.ts: error TS2322: Type 'string' is not assignable to type 'number'.",
    "ts/a.ts: error TS2322: Type 'string' is not assignable to type 'number'. (2)",
    "ts/a.ts: error TS2339: Property 'c' does not exist on type '{ a: { b: number; }; }'.",
    "ts/a.ts: error TS2322: Type 'string' is not assignable to type 'number'. (3)",
  ],
  tsc: [
    "ts/a.ts: error TS2322: Type 'string' is not assignable to type 'number'.",
    "ts/a.ts: error TS2322: Type 'string' is not assignable to type 'number'. (2)",
    "ts/a.ts: error TS2339: Property 'c' does not exist on type '{ a: { b: number; }; }'.",
    "ts/a.ts: error TS2322: Type 'string' is not assignable to type 'number'. (3)",
  ],
  unittest: [
    'test_err (test_a.Cart.test_err)',
    'test_b (unittest.loader._FailedTest.test_b)',
    'test_adds (test_a.Cart.test_adds)',
    'test_sub (test_a.Cart.test_sub) (i=0)',
    'test_sub (test_a.Cart.test_sub) (i=2)',
  ],
  unknown: [],
  'vitest-tap': [
    'a.test.ts > cart > adds',
    'a.test.ts > cart > soft',
    'a.test.ts > same',
    'b.test.ts',
  ],
  vitest: [
    'b.test.ts (did not load)',
    'a.test.ts > cart > adds',
    'a.test.ts > cart > soft',
    'a.test.ts > same',
    'a.test.ts (unhandled error)',
  ],
};
/** Outputs that count more failures than they name. */
const unnamed: Readonly<Record<string, number>> = { 'go-crash': 1, vitest: 1 };

describe('findFailures', () => {
  it('knows each output that is kept as an example', () => {
    const names = readdirSync(outputs).map((file) => file.replace(/\.txt$/, ''));
    expect(names.sort()).toEqual(Object.keys(table).sort());
  });

  it.each(Object.entries(table))('%s', (name, names) => {
    expect(found(output(name))).toEqual({ names, unnamed: unnamed[name] ?? 0 });
  });

  it.each(Object.keys(table))('%s, in another folder and at another pace', (name) => {
    const text = output(name)
      .replaceAll('/project', '/home/somebody/else where')
      .replace(/(\d[\d.]*)( ?m?s\b)/g, (whole, _, unit) =>
        // A title may hold what looks like a duration.
        whole === '5 ms' ? whole : `9.75${unit}`,
      );
    expect(found(text, '/home/somebody/else where/').names).toEqual(table[name]);
  });

  it.each(Object.keys(table))('%s, with Windows line ends', (name) => {
    expect(found(output(name).replaceAll('\n', '\r\n')).names).toEqual(table[name]);
  });

  it('reads several tools in one output', () => {
    const text = output('eslint') + output('tsc') + output('jest');
    expect(new Set(found(text).names)).toEqual(
      new Set(['eslint', 'tsc', 'jest'].flatMap((name) => table[name] ?? [])),
    );
  });

  it('does not let a line number name a type error', () => {
    const moved = output('tsc').replaceAll(/\((\d+),/g, (_, line) => `(${Number(line) + 40},`);
    expect(found(moved)).toEqual(found(output('tsc')));
  });

  it('says how many failures are not named', () => {
    const cut = output('pytest-failures').replace(/^FAILED .*test_err.*\n/m, '');
    expect(found(cut).unnamed).toBe(1);
    const more = output('biome').replace('Found 4 errors.', 'Found 31 errors.');
    expect(found(more).unnamed).toBe(27);
    expect(found('Tests: 3, Assertions: 9, Failures: 2.').unnamed).toBe(2);
  });

  it('tells equal names apart when the tool counts them', () => {
    const text = ' FAIL  a.test.ts > same\n FAIL  a.test.ts > same\n Test Files  1 failed (1)\n';
    expect(found(`${text}      Tests  2 failed (2)\n`).names).toEqual([
      'a.test.ts > same',
      'a.test.ts > same (2)',
    ]);
    expect(found(`${text}      Tests  1 failed (1)\n`).names).toEqual(['a.test.ts > same']);
  });

  it('keeps temporary places and secrets out of names', () => {
    const key = `sk-ant-api03-${'a1B2'.repeat(20)}`;
    const text = `not ok 1 - reads /tmp/x-123/file\nnot ok 2 - key ${key}\n1..2\n`;
    const { names } = found(text);
    expect(names[0]).toBe('reads <temporary>');
    expect(names[1]).not.toContain(key);
  });

  it('holds against thousands of names, long names and endless lines', () => {
    const many = Array.from({ length: 6_000 }, (_, n) => `not ok ${n + 1} - test ${n}`).join('\n');
    const { names, unnamed } = found(`${many}\n1..6000\n`);
    expect([names.length, unnamed]).toEqual([5_000, 1_000]);
    expect(found(`not ok 1 - ${'x'.repeat(1_000_000)}\n1..1`).names[0]).toHaveLength(400);
    const spaces = ' '.repeat(200_000);
    const text = `[ERROR] x${spaces}y\n${spaces}FAIL (${spaces}\n FAIL  ok${spaces}\n Test Files  1`;
    expect(found(text).names).toEqual(['ok']);
  });
});
