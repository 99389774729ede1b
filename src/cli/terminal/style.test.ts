import { describe, expect, it } from 'vitest';
import { styleFor } from './style.ts';

const output = (isTerminal: boolean, width?: number) => ({
  isTerminal,
  ...(width !== undefined && { width }),
  line() {},
  json() {},
  error() {},
});

describe('colour', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [false, { FORCE_COLOR: '1' }, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, false],
    [true, { TERM: 'dumb' }, false],
  ])('terminal %s with %o: %s', (isTerminal, env, colored) => {
    const { colors } = styleFor({ output: output(isTerminal), env });
    expect(colors.red('x') !== 'x').toBe(colored);
  });
});

describe('symbols', () => {
  it.each([
    [{}, {}, '✓'],
    [{ RALPH_ASCII: '1' }, {}, 'ok'],
    [{ RALPH_ASCII: '0' }, {}, '✓'],
    [{}, { asciiOnly: true }, 'ok'],
    [{ RALPH_ASCII: '1' }, { asciiOnly: false }, '✓'],
  ])('%o, configured %o: %s', (env, config, symbol) => {
    expect(styleFor({ output: output(true), env }, config).symbols.ok).toBe(symbol);
  });
});

it.each([
  [100, {}, 100],
  [20, {}, 40],
  [400, {}, 120],
  [undefined, { COLUMNS: '66' }, 66],
  [undefined, { COLUMNS: 'wide' }, 80],
  [undefined, {}, 80],
])('a terminal of %s columns with %o is laid out in %i', (columns, env, width) => {
  expect(styleFor({ output: output(false, columns), env }).width).toBe(width);
});
