import { expect, test } from 'vitest';
import { clockText, costText, durationText, spendText, tokensText } from './amounts.ts';

test.each([
  [-5, '0.0 s', '0:00:00'],
  [9_940, '9.9 s', '0:00:09'],
  [9_960, '10 s', '0:00:09'],
  [59_600, '1 m 00 s', '0:00:59'],
  [245_000, '4 m 05 s', '0:04:05'],
  [3_720_000, '1 h 02 m', '1:02:00'],
])('%i ms are %s, on a clock %s', (milliseconds, duration, clock) => {
  expect([durationText(milliseconds), clockText(milliseconds)]).toEqual([duration, clock]);
});

test.each([
  [1, '1 token'],
  [999, '999 tokens'],
  [12_345, '12.3k tokens'],
  [999_951, '1.00M tokens'],
])('%i tokens are %s', (tokens, text) => {
  expect(tokensText(tokens)).toBe(text);
});

test.each([
  [0, '$0.00'],
  [0.0612, '$0.0612'],
  [12.345, '$12.35'],
])('%f dollars are %s', (usd, text) => {
  expect(costText(usd)).toBe(text);
});

test('nothing is said of what nobody reported', () => {
  const nothing = { input_tokens: 0, output_tokens: 0, cost_usd: null };
  expect(spendText(nothing)).toBeUndefined();
  expect(spendText({ ...nothing, cost_usd: 0 })).toBe('$0.00');
});
