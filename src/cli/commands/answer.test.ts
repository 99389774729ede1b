import { expect, it } from 'vitest';
import { ralphInTemporaryFolder } from '../testing/ralph-in.ts';

async function asked() {
  const ralph = ralphInTemporaryFolder();
  await ralph.text('feature', 'add', 'auth');
  await ralph.text('discipline', 'add', 'web');
  const add = ['--feature', 'auth', '--discipline', 'web', '--status', 'pending'];
  await ralph.text('task', 'add', 'Form', ...add);
  for (const [question, blocking] of [
    ['Which database?', true],
    ['Which colour?', false],
    ['Who pays?', true],
  ] as const) {
    const input = JSON.stringify({ id: 1, question, blocking });
    await ralph.text('tool', 'call', 'ask_human', '--json', input);
  }
  return ralph;
}

it('questions are listed, and the task goes on when the last blocking one is answered', async () => {
  const ralph = await asked();
  const list = await ralph.text('answer');
  expect(list.split('\n')).toEqual([
    'QUESTION  TASK     WAITS  TEXT',
    '1         #1 Form  yes    Which database?',
    '2         #1 Form  no     Which colour?',
    '3         #1 Form  yes    Who pays?',
  ]);
  expect(await ralph.text('answer', '1', 'The', 'staging one')).toBe(
    'Answered question 1.\n#1 [needs_input] medium auth/web: Form',
  );
  expect(await ralph.json('answer', '3', 'They do')).toMatchObject({
    question: { id: 3, answer: 'They do' },
    task: { id: 1, status: 'pending' },
  });
  expect(await ralph.json('answer')).toMatchObject({
    questions: [{ id: 2, task_id: 1, task_title: 'Form', blocking: false }],
  });
  const shown = await ralph.text('task', 'show', '1');
  expect(shown).toContain('answer by');
  expect(shown).toContain('The staging one');
  await ralph.text('answer', '#2', 'Green');
  expect(await ralph.text('answer')).toBe('No open questions.');
});

it('mistakes change nothing', async () => {
  const ralph = await asked();
  for (const [words, code, message] of [
    [['answer', 'x', 'y'], 2, 'is not the number of a question'],
    [['answer', '1'], 2, 'The answer is missing.'],
    [['answer', '1', '  '], 2, 'The answer is missing.'],
    [['answer', '9', 'y'], 1, 'There is no question 9.'],
    [['answer', '1', 'x'.repeat(8_001)], 2, 'The answer'],
  ] as const) {
    const ran = await ralph.run(...words);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).toContain(message);
  }
  await ralph.text('answer', '1', 'yes');
  expect(await ralph.error('answer', '1', 'no')).toContain('was answered by');
});
