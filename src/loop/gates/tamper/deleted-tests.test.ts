import { describe, expect, it } from 'vitest';
import { adds, both, js, suite, totals } from './testing/cart-tests.ts';
import { type Edits, type Files, tampering } from './testing/tampering.ts';

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

describe('tests that are gone', () => {
  it.each(deleted)('%s', async (_, project, edits, message) => {
    expect(await tampering(project, edits)).toEqual([`test_deleted: ${message}`]);
  });
});
