import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Language } from './language.ts';
import { maskCode } from './mask-code.ts';
import { readTests } from './read-tests.ts';

const languages: readonly Language[] = [
  'javascript',
  'python',
  'go',
  'rust',
  'jvm',
  'csharp',
  'ruby',
  'php',
];
/** Pieces of tests, whole and broken, in any order. */
const pieces = [
  ...["it('a', () => {", 'describe.skip("b", function () {', 'test.each`', '`(', 'it.each(', 'xit'],
  ...['@pytest.mark.skip(', 'def test_a():', 'class TestA:', '    ', '"""', "'''", '#'],
  ...['func TestA(t *testing.T) {', '#[test]', '#[', 'fn a() {', '@Test', '@Disabled(', '[Fact]'],
  ...['void a() {', "it 'a' do", 'end', 'function testA() {', '->skip(', '//', '/*', '*/', '\\'],
  ...['(', ')', '[', ']', '{', '}', ',', "'", '"', '`', '\n', ' ', '=>', '${', '\u0000', 'é', '😀'],
];
const source = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((all) => all.join(''));

describe.each(languages)('%s', (language) => {
  it('is masked place for place', () => {
    fc.assert(
      fc.property(source, (text) => {
        const code = maskCode(text, language);
        expect(code).toHaveLength(text.length);
        expect(code.split('\n')).toHaveLength(text.split('\n').length);
      }),
    );
  });

  it('is read whatever it looks like', () => {
    fc.assert(
      fc.property(source, (text) => {
        for (const { title, rows } of readTests(text, language)) {
          expect(typeof title).toBe('string');
          expect(rows).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

it.each([
  [
    'comments and strings',
    "a('it.skip') // it.skip\n/* x */b",
    "a('       ')           \n       b",
  ],
  ['an escaped quote', "a('it\\'s') + b", "a('     ') + b"],
  ['a pattern with slashes', 'x(/https?:\\/\\//) + it', 'x(/https?:\\/\\//) + it'],
  ['a string that is not closed', "a('x\nb('y')", "a('x\nb(' ')"],
])('JavaScript is masked: %s', (_, text, masked) => {
  expect(maskCode(text, 'javascript')).toBe(masked);
});
