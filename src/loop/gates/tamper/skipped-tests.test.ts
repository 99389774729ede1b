import { describe, expect, it } from 'vitest';
import { adds, both, js, suite, totals } from './testing/cart-tests.ts';
import { tampering } from './testing/tampering.ts';

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
