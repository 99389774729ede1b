import { describe, expect, it } from 'vitest';
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

describe('columns that are too wide together, on a screen', () => {
  const at = (COLUMNS: string) => style({ COLUMNS });
  const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

  it('give way where only their titles are wide, at the marks that join the names', () => {
    const heading = ['TOOL', 'task_execution', 'opus_review', 'enrichment'];
    const marks = [
      ['get_task', 'yes', 'part', '-'],
      ['list_tasks', '-', 'yes', 'yes'],
    ];
    expect(renderTable(heading, marks, at('44'), { fit: true }).split('\n')).toEqual([
      'TOOL        task_      opus_      enrichment',
      '            execution  review',
      'get_task    yes        part       -',
      'list_tasks  -          yes        yes',
    ]);
  });

  it('then between words, then within them, and lose nothing', () => {
    const heading = ['WHEN', 'WHO', 'CHANGED'];
    const changes = [
      ['2026-11-17 13:32:17', 'agent (ses_1m7mvb0b13rymb41r5bg1)', 'priority: low to high'],
      ['2026-11-17 13:32:18', 'root', ''],
    ];
    const options = { fit: true, wrap: true };
    expect(renderTable(heading, changes, at('50'), options).split('\n')).toEqual([
      'WHEN                 WHO',
      '  CHANGED',
      '2026-11-17 13:32:17  agent',
      '                     (ses_1m7mvb0b13rymb41r5bg1)',
      '  priority: low to high',
      '2026-11-17 13:32:18  root',
    ]);
    const narrow = renderTable(heading, changes, at('40'), options);
    expect(widest(narrow)).toBeLessThanOrEqual(40);
    const letters = (text: string) => [...text.replaceAll(/\s/g, '')].sort().join('');
    expect(letters(narrow)).toBe(letters([heading, ...changes].flat().join('')));
  });

  it('stay as they are in a file', () => {
    const row = [['a'.repeat(60), 'b'.repeat(60), 'c']];
    expect(widest(renderTable(['A', 'B', 'C'], row, at('80'), { fit: false }))).toBe(125);
  });
});

it('lets no cell break the row or move the cursor', () => {
  const table = renderTable(['A', 'B'], [['x\ny', '\u001b[2Jz\tq']], style({}), { fit: false });
  expect(table).toBe('A    B\nx y  [2Jz q');
});
