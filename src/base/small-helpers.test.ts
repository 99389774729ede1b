import fc from 'fast-check';
import { type ParseError, parseTree } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { about } from './about.ts';
import { systemClock } from './clock.ts';
import { defined } from './defined.ts';
import { isReference, referable, reference, secretReference } from './env-reference.ts';
import { errorMessage, ToolError, UserError } from './errors.ts';
import { newId } from './ids.ts';
import { canonicalJson } from './json.ts';
import { jsonFault } from './json-fault.ts';
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

test('about says what a schema is for, on the schema itself', () => {
  const plain = z.number();
  const told = about(plain, 'How many.', 3, 4);
  expect(told).toBe(plain);
  expect(z.toJSONSchema(told)).toMatchObject({ description: 'How many.', examples: [3, 4] });
  expect(z.toJSONSchema(about(z.string(), 'A word.'))).not.toHaveProperty('examples');
  expect(() => about(plain, 'How long.')).toThrow('Described before');
});

test('defined leaves out what is undefined and nothing else', () => {
  const fields = defined({ a: undefined, b: null, c: '', d: 0, e: false });
  expect(Object.entries(fields)).toEqual([
    ['b', null],
    ['c', ''],
    ['d', 0],
    ['e', false],
  ]);
});

describe('references to the environment', () => {
  const token = reference('MY_TOKEN');

  test.each([
    [token, true, true, true],
    [`Bearer ${token}`, true, false, true],
    [`key=${token}`, true, false, false],
    ['plain text', true, false, false],
    [`$${'{env:}'}`, false, false, false],
    [`${token} and $${'{env:2X}'}`, false, false, false],
    ['', true, false, false],
  ])('%j: may stand in text %s, is a secret %s, is nothing else %s', (text, may, secret, only) => {
    expect(referable.safeParse(text).success).toBe(may);
    expect(secretReference.safeParse(text).success).toBe(secret);
    expect(isReference(text)).toBe(only);
  });
});

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma is expected before this'],
  ['{\r\n"a"', 2, 4, 'a colon is expected after the property name'],
  ['[1,\r2', 2, 2, 'a closing ] is missing'],
  ['{"a": nope}', 1, 7, 'this is no JSON value'],
])('what is wrong with the JSON %j is said with its place', (text, line, column, reason) => {
  const errors: ParseError[] = [];
  parseTree(text, errors);
  const [first] = errors;
  if (!first) throw new Error('the parser found nothing wrong');
  expect(jsonFault(text, first)).toEqual({ line, column, reason });
});
