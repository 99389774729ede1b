import { describe, expect, it } from 'vitest';
import { type Edits, type Files, tampering } from './testing/tampering.ts';

const lines = (...all: string[]) => `${all.join('\n')}\n`;
const adds =
  "  it('adds', () => {\n    const cart = new Cart();\n    cart.add('book', 2);\n    expect(cart.size).toBe(2);\n    expect(cart.total).toBe(20);\n  });";
const totals =
  "  it('totals', () => {\n    const prices = [1, 2];\n    expect(sum(prices)).toBe(3);\n    expect(sum([])).toBe(0);\n  });";
const suite = (...tests: string[]) =>
  lines(
    "import { describe, expect, it } from 'vitest';",
    "describe('cart', () => {",
    ...tests,
    '});',
  );
const js = 'src/cart.test.ts';
const both = { [js]: suite(adds, totals) };

const deleted: readonly (readonly [string, Files, Edits, string])[] = [
  ['a whole file', both, { [js]: null }, `${js} was deleted with 2 tests ("adds", "totals")`],
  ['one of two', both, { [js]: suite(adds) }, `${js} lost 1 test ("totals")`],
  [
    'one while others are added elsewhere',
    both,
    { [js]: suite(adds), 'src/new.test.ts': suite("  it('a', () => {});", "  it('b', () => {});") },
    `${js} lost 1 test ("totals")`,
  ],
  [
    'one put in a comment',
    both,
    { [js]: suite(adds, `/*\n${totals}\n*/`) },
    `${js} lost 1 test ("totals")`,
  ],
  [
    'one traded for one that proves nothing',
    both,
    { [js]: suite(adds, "  it('is fine', () => {\n    expect(true).toBe(true);\n  });") },
    `${js} lost 1 test ("totals")`,
  ],
  [
    'one renamed and skipped',
    both,
    { [js]: suite(adds, totals.replace("it('totals'", "it.skip('sums, later'")) },
    `${js} lost 1 test ("totals")`,
  ],
  [
    'tests hidden under a name that is not run',
    both,
    { [js]: null, 'src/cart.test.ts.bak': both[js] ?? '' },
    `${js} was deleted with 2 tests ("adds", "totals")`,
  ],
  [
    'a table that lost rows to nothing',
    { [js]: suite(adds, totals) },
    { [js]: suite("  it.each([])('all', () => {});") },
    `${js} lost 2 tests ("adds", "totals")`,
  ],
  [
    'a test without a framework',
    { 'test/cart.test.js': 'require("assert").equal(1, 1)' },
    { 'test/cart.test.js': null },
    'test/cart.test.js was deleted',
  ],
  [
    'a Python test',
    {
      'tests/test_a.py':
        'def test_a():\n    assert add(1, 2) == 3\n\nclass TestB:\n    def test_b(self):\n        assert sub(2) == 1\n',
    },
    { 'tests/test_a.py': 'def test_a():\n    assert add(1, 2) == 3\n' },
    'tests/test_a.py lost 1 test ("test_b")',
  ],
  [
    'a Go test',
    {
      'a_test.go':
        'func TestA(t *testing.T) {\n\tt.Error(1)\n}\n\nfunc TestB(t *testing.T) {\n\tcheck(t, 2)\n}\n',
    },
    { 'a_test.go': 'func TestA(t *testing.T) {\n\tt.Error(1)\n}\n' },
    'a_test.go lost 1 test ("TestB")',
  ],
  [
    'a Rust test beside the code',
    {
      'src/lib.rs':
        'fn f() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn works() { assert_eq!(f(), ()); }\n}\n',
    },
    { 'src/lib.rs': 'fn f() {}\n' },
    'src/lib.rs lost 1 test ("works")',
  ],
  [
    'a Java test',
    {
      'src/test/java/ATest.java':
        'class ATest {\n  @Test\n  void a() { assertTrue(x()); }\n  @Test void b() { assertEquals(1, y()); }\n}\n',
    },
    { 'src/test/java/ATest.java': 'class ATest {\n  @Test\n  void a() { assertTrue(x()); }\n}\n' },
    'src/test/java/ATest.java lost 1 test ("b")',
  ],
  [
    'a Kotlin test',
    {
      'src/test/kotlin/ATest.kt':
        'class ATest {\n  @Test\n  fun `adds two numbers`() { assertEquals(3, add(1, 2)) }\n}\n',
    },
    { 'src/test/kotlin/ATest.kt': null },
    'src/test/kotlin/ATest.kt was deleted with 1 test ("`adds two numbers`")',
  ],
  [
    'a C# test',
    {
      'Shop.Tests/CartTests.cs':
        'public class CartTests {\n  [Fact]\n  public void Adds() { Assert.Equal(1, x); }\n}\n',
    },
    { 'Shop.Tests/CartTests.cs': 'public class CartTests {\n}\n' },
    'Shop.Tests/CartTests.cs lost 1 test ("Adds")',
  ],
  [
    'an RSpec example',
    {
      'spec/a_spec.rb':
        "RSpec.describe Cart do\n  it 'adds' do\n    expect(1).to eq 1\n  end\nend\n",
    },
    { 'spec/a_spec.rb': 'RSpec.describe Cart do\nend\n' },
    'spec/a_spec.rb lost 1 test ("adds")',
  ],
  [
    'a PHPUnit test',
    {
      'tests/ATest.php':
        '<?php\nclass ATest extends TestCase {\n  public function testA() { $this->assertTrue(f()); }\n}\n',
    },
    { 'tests/ATest.php': '<?php\nclass ATest extends TestCase {\n}\n' },
    'tests/ATest.php lost 1 test ("testA")',
  ],
];

/** Language → file, the test as it was, and ways to skip it. */
const skips: readonly (readonly [string, string, string, readonly string[]])[] = [
  [
    'JavaScript',
    js,
    suite(adds),
    [
      suite(adds.replace('it(', 'it.skip(')),
      suite(adds.replace('it(', 'xit(')),
      suite(adds.replace('it(', 'it.todo(')),
      suite(adds.replace('it(', 'test.skipIf(true)(')),
      suite(adds.replace('it(', 'it.concurrent.skip(')),
      suite(adds.replace("'adds', ", "'adds', { skip: true }, ")),
      suite(adds).replace('describe(', 'describe.skip('),
      suite(adds).replace('describe(', 'xdescribe('),
      suite(adds.replace('() => {\n', '(t) => {\n    t.skip();\n')),
      suite(adds.replace('it(', 'it.fails(')),
      suite(adds.replace('it(', 'it.each([1, 2]).skip(')).replace(
        'it.each([1, 2]).skip(',
        'it.skip.each([1, 2])(',
      ),
    ],
  ],
  [
    'Python',
    'tests/test_a.py',
    'class TestA:\n    def test_a(self):\n        assert f() == 1\n',
    [
      'class TestA:\n    @pytest.mark.skip(reason="later")\n    def test_a(self):\n        assert f() == 1\n',
      '@unittest.skip("later")\nclass TestA:\n    def test_a(self):\n        assert f() == 1\n',
      'class TestA:\n    @pytest.mark.xfail\n    def test_a(self):\n        assert f() == 1\n',
      'class TestA:\n    @pytest.mark.skipif(\n        True,\n        reason="x",\n    )\n    def test_a(self):\n        assert f() == 1\n',
      'class TestA:\n    def test_a(self):\n        pytest.skip("later")\n        assert f() == 1\n',
      'pytestmark = pytest.mark.skip\nclass TestA:\n    def test_a(self):\n        assert f() == 1\n',
      'class TestA:\n    __test__ = False\n    def test_a(self):\n        assert f() == 1\n',
    ],
  ],
  [
    'Go',
    'a_test.go',
    'func TestA(t *testing.T) {\n\tif f() != 1 { t.Fatal("no") }\n}\n',
    [
      'func TestA(t *testing.T) {\n\tt.Skip("later")\n\tif f() != 1 { t.Fatal("no") }\n}\n',
      '//go:build ignore\n\nfunc TestA(t *testing.T) {\n\tif f() != 1 { t.Fatal("no") }\n}\n',
    ],
  ],
  [
    'Rust',
    'tests/it.rs',
    '#[test]\nfn a() { assert!(f()); }\n',
    [
      '#[test]\n#[ignore]\nfn a() { assert!(f()); }\n',
      '#[ignore = "later"]\n#[test]\nfn a() { assert!(f()); }\n',
      '#[test] #[ignore] fn a() { assert!(f()); }\n',
    ],
  ],
  [
    'Java',
    'src/test/java/ATest.java',
    'class ATest {\n  @Test\n  void a() {\n    assertTrue(f());\n  }\n}\n',
    [
      'class ATest {\n  @Disabled("later")\n  @Test\n  void a() {\n    assertTrue(f());\n  }\n}\n',
      '@Disabled\nclass ATest {\n  @Test\n  void a() {\n    assertTrue(f());\n  }\n}\n',
      'class ATest {\n  @Test(enabled = false)\n  void a() {\n    assertTrue(f());\n  }\n}\n',
      'class ATest {\n  @Test @Ignore void a() {\n    assertTrue(f());\n  }\n}\n',
    ],
  ],
  [
    'C#',
    'CartTests.cs',
    'class CartTests {\n  [Fact]\n  public void A() { Assert.True(f()); }\n}\n',
    [
      'class CartTests {\n  [Fact(Skip = "later")]\n  public void A() { Assert.True(f()); }\n}\n',
      'class CartTests {\n  [Test, Ignore("later")]\n  public void A() { Assert.True(f()); }\n}\n',
    ],
  ],
  [
    'Ruby',
    'spec/a_spec.rb',
    "describe 'cart' do\n  it 'a' do\n    expect(f).to eq 1\n  end\nend\n",
    [
      "describe 'cart' do\n  xit 'a' do\n    expect(f).to eq 1\n  end\nend\n",
      "describe 'cart' do\n  it 'a', skip: true do\n    expect(f).to eq 1\n  end\nend\n",
      "describe 'cart' do\n  it 'a' do\n    skip 'later'\n    expect(f).to eq 1\n  end\nend\n",
      "xdescribe 'cart' do\n  it 'a' do\n    expect(f).to eq 1\n  end\nend\n",
    ],
  ],
  [
    'PHP',
    'tests/ATest.php',
    '<?php\nclass ATest extends TestCase {\n  public function testA() { $this->assertTrue(f()); }\n}\n',
    [
      '<?php\nclass ATest extends TestCase {\n  public function testA() { $this->markTestSkipped(); $this->assertTrue(f()); }\n}\n',
    ],
  ],
];

describe('tests that are gone', () => {
  it.each(deleted)('%s', async (_, project, edits, message) => {
    expect(await tampering(project, edits)).toEqual([`test_deleted: ${message}`]);
  });
});

describe('tests that are skipped', () => {
  const cases = skips.flatMap(([language, path, before, ways]) =>
    ways.map((after, at) => [`${language} ${at + 1}`, path, before, after] as const),
  );
  it.each(cases)('%s', async (_, path, before, after) => {
    const found = await tampering({ [path]: before }, { [path]: after });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^test_skipped: .* skips 1 test \("/);
    // Taking the mark away again is no offence.
    expect(await tampering({ [path]: after }, { [path]: before })).toEqual([]);
  });
});

describe('tests that are focused', () => {
  it.each([
    ['it.only', suite(adds.replace('it(', 'it.only('), totals)],
    ['fit', suite(adds.replace('it(', 'fit('), totals)],
    ['describe.only', suite(adds, totals).replace('describe(', 'describe.only(')],
    ['an option', suite(adds.replace("'adds', ", "'adds', { only: true }, "), totals)],
  ])('%s', async (_, after) => {
    const found = await tampering(both, { [js]: after });
    expect(found).toEqual([
      expect.stringMatching(/^test_focused: src\/cart.test.ts runs nothing but 1 test/),
    ]);
    expect(await tampering({ [js]: after }, both)).toEqual([]);
    expect(await tampering({}, { [js]: after })).toHaveLength(1);
  });

  it('RSpec', async () => {
    const before = "describe 'cart' do\n  it 'a' do\n    expect(f).to eq 1\n  end\nend\n";
    const after = before.replace("it 'a'", "fit 'a'");
    expect(await tampering({ 'spec/a_spec.rb': before }, { 'spec/a_spec.rb': after })).toEqual([
      'test_focused: spec/a_spec.rb runs nothing but 1 test ("a")',
    ]);
  });
});

describe('assertions that are gone', () => {
  const without = (test: string) => test.replace(/^ *expect.*\n/gm, '');
  it.each([
    [
      'from the whole file',
      suite(without(adds), without(totals)),
      `${js} has 0 of its 4 assertions left`,
    ],
    [
      'for some that always hold',
      suite(without(adds), without(totals)).replaceAll('});\n', 'expect(true).toBe(true);\n});\n'),
      `${js} has 0 of its 4 assertions left`,
    ],
    [
      'from one test',
      suite(adds, "  it('totals', () => {});"),
      `${js} asserts nothing any more in 1 test ("totals")`,
    ],
  ])('%s', async (_, after, message) => {
    expect(await tampering(both, { [js]: after })).toEqual([`assertions_removed: ${message}`]);
  });
});

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
