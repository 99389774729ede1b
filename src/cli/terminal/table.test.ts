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

it('puts a last column without room below its row, and leaves out what is empty, on a screen', () => {
  const wide = [
    ['run_0123456789', '', 'complete', 'no task is open, and every gate is green'],
    ['run_9876543210', '', 'stopped', 'cancelled'],
  ];
  const heading = ['RUN', 'COST', 'STATUS', 'WHY'];
  const narrow = style({ COLUMNS: '40' });
  expect(renderTable(heading, wide, narrow, { fit: true, wrap: true }).split('\n')).toEqual([
    'RUN             STATUS    WHY',
    'run_0123456789  complete',
    '  no task is open, and every gate is',
    '  green',
    'run_9876543210  stopped   cancelled',
  ]);
  const cut = renderTable(heading, wide, narrow, { fit: true });
  expect(cut).toContain('\n  no task is open, and every gate is gr…\n');
  expect(renderTable(heading, wide, narrow, { fit: false })).toMatch(/^RUN +COST +STATUS +WHY\n/);
});

it('lets no cell break the row or move the cursor', () => {
  const table = renderTable(['A', 'B'], [['x\ny', '\u001b[2Jz\tq']], style({}), { fit: false });
  expect(table).toBe('A    B\nx y  [2Jz q');
});
