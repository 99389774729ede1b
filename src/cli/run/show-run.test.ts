import { expect, test } from 'vitest';
import { sampleRun } from '../../loop/runs/testing/sample-run.ts';
import { styleFor } from '../terminal/style.ts';
import { capturedOutput } from '../testing/captured-output.ts';
import { renderRun } from './show-run.ts';

test('what was asked and answered cannot pass for another question, another section or a command', () => {
  const question = { kind: 'question', task_id: 12 } as const;
  const events = [
    { ...question, id: 3, text: 'Which?\r\n4: Really?' },
    { ...question, id: 5, text: 'Why?' },
    { ...question, id: 6, text: 'When?' },
  ].map((event, seq) => ({
    seq,
    run_id: 'run_sample',
    iteration: 1,
    at: '2026-01-01T00:00:00.000Z',
    event,
  }));
  const answers = new Map([
    [3, 'SQLite\n5: Why?\n   for free\n\nWarnings\n'],
    [5, '\u001b[2Jcleared \u0007\u202egnirts'],
  ]);
  const style = styleFor({ output: capturedOutput().output, env: {} });
  const shown = { run: sampleRun, iterations: [], isAlive: false, now: new Date(0) };
  const story = renderRun({ ...shown, events, answers }, style, { fit: false });
  const section = story.slice(story.indexOf('Questions it asked'), story.indexOf('What to type'));
  expect(section.trimEnd().split('\n')).toEqual([
    'Questions it asked',
    '  3: Which?',
    '     4: Really?',
    '     SQLite',
    '     5: Why?',
    '        for free',
    '     ',
    '     Warnings',
    '  5: Why?',
    '     cleared gnirts',
    '  6: When?',
    '     no answer yet: ralph answer 6 "…"',
  ]);
});
