import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { errorMessage, ToolError, UserError } from './errors.ts';
import { newId } from './ids.ts';
import { canonicalJson } from './json.ts';
import { closest, didYouMean } from './suggest.ts';

describe('newId', () => {
  test('never repeats, and is safe as a file name on every system', () => {
    const ids = Array.from({ length: 5_000 }, () => newId('run'));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^run_[0-9a-hjkmnp-tv-z]{21}$/);
  });

  test('sorts by the time it was made', () => {
    const at = (time: number) => newId('x', { now: () => new Date(time) });
    fc.assert(
      fc.property(fc.nat(4e12), fc.integer({ min: 1, max: 1e9 }), (time, later) => {
        expect(at(time) < at(time + later)).toBe(true);
      }),
    );
  });
});

test('the system clock goes forward', () => {
  const before = Date.now();
  expect(systemClock.now().getTime()).toBeGreaterThanOrEqual(before);
});

describe('canonicalJson', () => {
  test('does not depend on the order of keys', () => {
    expect(canonicalJson({ b: 1, a: [2, { d: 3, c: undefined }] })).toBe('{"a":[2,{"d":3}],"b":1}');
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
      }),
    );
  });

  test('is JSON of the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('suggestions', () => {
  const commands = ['init', 'validate', 'doctor', 'config'];

  test.each([
    ['vlaidate', 'validate'],
    ['INIT', 'init'],
    ['confg', 'config'],
    ['x', undefined],
    ['something-else', undefined],
    ['', undefined],
  ])('%j suggests %j', (word, expected) => {
    expect(closest(word, commands)).toBe(expected);
  });

  test('are ready to append to a message', () => {
    expect(didYouMean('docter', commands)).toBe(' Did you mean "doctor"?');
    expect(didYouMean('zzzzzz', commands)).toBe('');
  });
});

describe('errors', () => {
  test('carry what to do next and what caused them', () => {
    const cause = new Error('deep');
    expect(new UserError('bad', { hint: 'Do better.', cause })).toMatchObject({
      exitCode: 1,
      cause,
      name: 'UserError',
    });
    expect(new ToolError('conflict', 'bad', { hint: 'Wait.' })).toMatchObject({
      code: 'conflict',
      details: [],
    });
  });

  test('have a text whatever was thrown', () => {
    expect([new Error('a'), 'b', undefined, 7].map(errorMessage)).toEqual([
      'a',
      'b',
      'undefined',
      '7',
    ]);
  });
});
