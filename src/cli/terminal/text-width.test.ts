import { describe, expect, it } from 'vitest';
import { cutToWidth, padEnd, textWidth, wrapText } from './text-width.ts';

describe('textWidth', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['\u001b[31mred\u001b[0m', 3],
    ['naïve', 5],
    ['nai\u0308ve', 5],
    ['日本語', 6],
    ['한국', 4],
    ['✓ ok', 4],
    ['🚀', 2],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['a\u200bb', 2],
  ])('%j takes %i columns', (text, columns) => {
    expect(textWidth(text)).toBe(columns);
  });
});

it('pads by columns, not by characters', () => {
  expect(padEnd('日本', 6)).toBe('日本  ');
  expect(padEnd('longer', 3)).toBe('longer');
});

it.each([
  ['short', 10, 'short'],
  ['exactly ten', 11, 'exactly ten'],
  ['somewhat longer', 9, 'somewhat…'],
  ['日本語日本語', 7, '日本語…'],
  ['日本語日本語', 6, '日本…'],
])('cuts %j to %i columns', (text, width, cut) => {
  expect(cutToWidth(text, width, '…')).toBe(cut);
  expect(textWidth(cut)).toBeLessThanOrEqual(width);
});

it('wraps between words and keeps what cannot be broken', () => {
  expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapText('https://example.org/long a', 10)).toEqual(['https://example.org/long', 'a']);
  expect(wrapText('first\nsecond', 20)).toEqual(['first', 'second']);
});
