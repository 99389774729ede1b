import { expect, it } from 'vitest';
import { excerpt } from './excerpt.ts';

it('shows short texts whole on one line', () => {
  expect(excerpt(' one\n two ', 20)).toBe('one two');
});

it('cuts long ones between words, and never inside a character', () => {
  expect(excerpt('one two three four', 12)).toBe('one two…');
  const faces = excerpt('😀'.repeat(20), 10);
  expect(faces).toBe(`${'😀'.repeat(4)}…`);
});
