import { expect, it } from 'vitest';
import { styleFor } from './style.ts';
import { renderTable } from './table.ts';

const style = (env: Record<string, string>) =>
  styleFor({ output: { isTerminal: false, line() {}, json() {}, error() {} }, env });

const rows = [
  ['日本', 'short'],
  ['plain', 'a text that is rather long for forty columns'],
];

it('aligns columns by their width on a terminal', () => {
  const table = renderTable(['NAME', 'TEXT'], rows, style({}), { fit: false });
  expect(table.split('\n')).toEqual([
    'NAME   TEXT',
    '日本   short',
    'plain  a text that is rather long for forty columns',
  ]);
});

it('cuts the last column to fit, in ASCII where asked for', () => {
  const fitted = (env: Record<string, string>) =>
    renderTable(['NAME', 'TEXT'], rows, style({ COLUMNS: '40', ...env }), { fit: true });
  expect(fitted({}).split('\n')[2]).toBe('plain  a text that is rather long for f…');
  expect(fitted({ RALPH_ASCII: '1' }).split('\n')[2]).toBe(
    'plain  a text that is rather long for...',
  );
});

it('continues the last column below where asked for', () => {
  const options = { fit: true, wrap: true, indent: '  ' };
  const table = renderTable(['NAME', 'TEXT'], rows, style({ COLUMNS: '40' }), options);
  expect(table.split('\n')).toEqual([
    '  NAME   TEXT',
    '  日本   short',
    '  plain  a text that is rather long for',
    '         forty columns',
  ]);
});

it('lets no cell break the row or move the cursor', () => {
  const table = renderTable(['A', 'B'], [['x\ny', '\u001b[2Jz\tq']], style({}), { fit: false });
  expect(table).toBe('A    B\nx y  [2Jz q');
});
