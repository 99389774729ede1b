import { describe, expect, it } from 'vitest';
import { firstProgram } from './command-line.ts';

describe('firstProgram', () => {
  it.each([
    ['npm test', ['npm', 'test'], '.'],
    ['  npm   test  ', ['npm', 'test'], '.'],
    ['CI=1 FOO="a b" npm test', ['npm', 'test'], '.'],
    ['cd web && npm test', ['npm', 'test'], './web'],
    ['cd web; cd "my app" && make check', ['make', 'check'], './web/my app'],
    ['cd /opt && ./run', ['./run'], '/opt'],
    ['set -e; npm ci && jest', ['npm', 'ci'], '.'],
    ['"my tool" --flag', ['my tool', '--flag'], '.'],
    ["'it''s' x", ['its', 'x'], '.'],
    ['a\\ b c', ['a b', 'c'], '.'],
    ['pytest -k "a and b" | tee out', ['pytest', '-k', 'a and b'], '.'],
    ['echo starting >&2; npm test 2>&1 | tee out', ['npm', 'test'], '.'],
    ['echo starting >&2', undefined, '.'],
    ['echo starting\nnpm test', ['npm', 'test'], '.'],
    ['pytest "unclosed', ['pytest', 'unclosed'], '.'],
    ['true && X=1', undefined, '.'],
    ['', undefined, '.'],
    ['$RUNNER test', undefined, '.'],
    ['"$HOME"/bin/x', undefined, '.'],
    ['`which npm` test', undefined, '.'],
    ['(cd web && npm test)', undefined, '.'],
    ['! grep -r TODO', undefined, '.'],
    ['if true; then npm test; fi', undefined, '.'],
    ['cd "$DIR" && npm test', undefined, '.'],
    ['env CI=1 npm test', undefined, '.'],
  ])('%j', (line, words, folder) => {
    expect(firstProgram(line)).toEqual(words && { words, folder });
  });
});
