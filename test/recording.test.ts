import { describe, expect, it } from 'vitest';
import { drawScreen } from '../scripts/recording/draw-screen.mjs';
import { screenOf } from '../scripts/recording/screen-of.mjs';

const shown = (bytes: string, columns = 20) =>
  screenOf(bytes, columns).map((row) => row.map(({ text }) => text).join(''));

describe('the screen of a recording', () => {
  it.each([
    ['plain lines', 'one\r\ntwo\r\n', ['one', 'two']],
    ['a line written again', 'working\r\u001b[Kdone\r\n', ['done']],
    ['lines drawn over', 'a\r\nb\r\n\u001b[2A\u001b[Jc\r\n', ['c']],
    ['a long line', 'abcdefgh', ['abcde', 'fgh'], 5],
    ['modes and titles', '\u001b[?25l\u001b]0;title\u0007x\u001b(B\u001b[?25h', ['x']],
    ['signs beyond the first plane', '✓ 🙂 x', ['✓ 🙂 x']],
  ])('shows %s', (_, bytes, rows, columns?: number) => {
    expect(shown(bytes, columns)).toEqual(rows);
  });

  it('keeps colours, and ends them', () => {
    const [row] = screenOf('\u001b[1;32mok\u001b[22m \u001b[39mno\u001b[0m', 20);
    expect(row?.map(({ style }) => [style.bold ?? false, style.colour ?? ''].join())).toEqual([
      ...['true,green', 'true,green', 'false,green', 'false,', 'false,'],
    ]);
  });
});

it('a drawn screen is text that says what the screen said', () => {
  const rows = screenOf('\u001b[31m<a> & "b"\u001b[0m plain\r\n\r\nlast', 40);
  const picture = drawScreen(rows, { columns: 40, command: ['ralph', 'demo'] });
  expect(picture).toContain('class="red"');
  expect(picture).toContain('&#60;a&#62; &#38; &#34;b&#34;</text>');
  expect(picture).toContain('>last</text>');
  expect(picture).not.toMatch(/undefined|NaN/);
});
