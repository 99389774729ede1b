import { describe, expect, it } from 'vitest';
import { stem } from './stem.ts';
import { tokenize } from './tokenize.ts';

describe('stems', () => {
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['relational', 'relat'],
    ['hopping', 'hop'],
    ['falling', 'fall'],
    ['agreed', 'agre'],
    ['happy', 'happi'],
    ['sky', 'sky'],
    ['generalizations', 'gener'],
    ['oscillators', 'oscil'],
    ['adoption', 'adopt'],
    ['controlling', 'control'],
    ['as', 'as'],
    ['utf8', 'utf8'],
  ])('%s → %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });
});

describe('terms', () => {
  it.each([
    ['words lose their endings and the commonest ones go', 'The tests were failing', 'test fail'],
    ['camelCase', 'readFileSync', 'read file sync readfilesync'],
    ['snake_case', 'read_file', 'read file readfile'],
    ['an acronym and a word', 'HTTPServer', 'http server httpserver'],
    ['error codes', 'TS2345 ERR_FOO E404', 'ts2345 err foo errfoo e404'],
    ['a path', 'src/context/store.ts:12', 'src context store ts 12'],
    ['accents', 'naïve café', 'naiv cafe'],
    ['a script without spaces', '文字列', '文字 字列'],
    ['nothing', ' — !? ', ''],
  ])('%s', (_, text, terms) => {
    expect(tokenize(text).join(' ')).toBe(terms);
  });

  it('of a blob are short', () => {
    expect(tokenize('a'.repeat(10_000))[0]).toHaveLength(40);
  });
});
