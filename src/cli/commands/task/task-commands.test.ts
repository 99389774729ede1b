import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openProjectDatabase } from '../../../app/database.ts';
import { createLogger } from '../../../base/logger.ts';
import { type RalphIn, ralphInTemporaryFolder } from '../../testing/ralph-in.ts';

async function project(options: { readonly terminal?: boolean } = {}): Promise<RalphIn> {
  const ralph = ralphInTemporaryFolder(options);
  await ralph.text('feature', 'add', 'auth');
  await ralph.text('discipline', 'add', 'backend');
  return ralph;
}

const here = ['--feature', 'auth', '--discipline', 'backend'] as const;
const ready = [...here, '--status', 'pending'] as const;

/** As time would do. */
async function expireClaims(root: string): Promise<void> {
  const logger = createLogger({ level: 'error', format: 'text', write: () => {} });
  const database = await openProjectDatabase(root, logger);
  const past = { claim_expires_at: '2020-01-01T00:00:00.000Z' };
  await database.kysely.updateTable('tasks').set(past).execute();
  await database.close();
}

describe('writing and reading tasks', () => {
  it('names what has to be there first, and the command that makes it', async () => {
    const ralph = ralphInTemporaryFolder();
    const add = () => ralph.run('task', 'add', 'First', ...ready);
    expect((await add()).stderr).toContain(
      'No feature exists yet: create one first (ralph feature add).',
    );
    await ralph.text('feature', 'add', 'auth');
    expect((await add()).stderr).toContain('create one first (ralph discipline add).');
  });

  it('adds a task with every field and shows it', async () => {
    const ralph = await project();
    await ralph.text('task', 'add', 'First', ...ready);
    expect(
      await ralph.text(
        ...['task', 'add', 'Second', ...here, '--description', 'Why', '--priority', 'high'],
        ...['--depends-on', '#1', '--criterion', 'It works', '--criterion', 'It = fast'],
        ...[
          '--file',
          'src/a.ts',
          '--output',
          'dist/a.js',
          '--tag',
          'ui',
          '--hint',
          'Look',
          '--turns',
          '3',
        ],
      ),
    ).toBe('Created #2 [draft] high auth/backend: Second');
    expect(await ralph.json('task', 'show', '2')).toMatchObject({
      task: {
        description: 'Why',
        depends_on: [1],
        acceptance_criteria: ['It works', 'It = fast'],
        context_files: ['src/a.ts'],
        output_artifacts: ['dist/a.js'],
        tags: ['ui'],
        hints: 'Look',
        estimated_turns: 3,
        provenance: 'human',
      },
    });
    const text = await ralph.text('task', 'show', '#2');
    expect(text).toContain('Acceptance criteria:\n  - It works');
    expect(text).toContain('Waits for:\n  #1 [pending] First');
  });

  it('lists tasks as a table, on a terminal and off it', async () => {
    const ralph = await project();
    await ralph.text('task', 'add', 'First', ...ready);
    await ralph.text('task', 'add', `A long ${'title '.repeat(20)}`, ...here, '--priority', 'low');
    const off = await ralph.text('task', 'list');
    expect(off.split('\n')[0]).toBe('ID  STATUS   PRIORITY  FEATURE  DISCIPLINE  TITLE');
    expect(off.split('\n')[1]).toBe('#1  pending  medium    auth     backend     First');
    expect(off.split('\n')[2]?.length).toBeGreaterThan(100);
    expect(await ralph.text('task', 'list', '--status', 'draft')).not.toContain('First');
    expect(await ralph.text('task', 'list', '--status', 'done')).toBe('No tasks.');
    expect(
      await ralph.json('task', 'list', '--feature', 'auth', '--discipline', 'backend'),
    ).toEqual({
      tasks: [expect.objectContaining({ id: 1 }), expect.objectContaining({ id: 2 })],
      next_cursor: null,
    });
  });

  it('cuts titles to the width of a terminal, and obeys nothing that stands in them', async () => {
    const ralph = await project({ terminal: true });
    await ralph.text(
      'task',
      'add',
      `Long ${'title '.repeat(30)}`,
      ...here,
      '--hint',
      'left \u202e right',
    );
    for (const line of (await ralph.text('task', 'list')).split('\n')) {
      expect(line.length).toBeLessThanOrEqual(80);
    }
    expect(await ralph.text('task', 'show', '1')).toContain('Hints: left  right');
  });

  it('follows every page with --all', async () => {
    const ralph = await project();
    const list = Array.from({ length: 230 }, (_, n) => ({ id: `S-${n}`, title: `Story ${n}` }));
    writeFileSync(`${ralph.root}/prd.json`, JSON.stringify({ userStories: list }));
    await ralph.text('task', 'import', 'prd.json', ...here);
    const first = await ralph.text('task', 'list');
    expect(first.split('\n')).toHaveLength(52);
    expect(first).toContain('There are more: add --all.');
    expect((await ralph.text('task', 'list', '--all')).split('\n')).toHaveLength(231);
    expect(await ralph.json('task', 'list', '--all')).toMatchObject({
      tasks: { length: 230 },
      next_cursor: null,
    });
  });

  it('edits, moves, searches, comments and deletes', async () => {
    const ralph = await project();
    await ralph.text('feature', 'add', 'billing');
    await ralph.text('task', 'add', 'Login form', ...here, '--tag', 'ui', '--depends-on', '');
    await ralph.text('task', 'add', 'Invoice', ...here, '--depends-on', '1');
    expect(
      await ralph.json('task', 'edit', '1', '--title', 'Sign-in form', '--tag', ''),
    ).toMatchObject({
      task: { title: 'Sign-in form' },
      changed: ['title', 'tags'],
    });
    expect(await ralph.text('task', 'move', 'billing', '2')).toContain('Moved to billing: #2.');
    expect(await ralph.text('task', 'search', 'form')).toContain('Sign-in form');
    expect(await ralph.text('task', 'search', 'nothing', 'like', 'it')).toBe('No task fits.');
    expect(await ralph.json('task', 'comment', '1', 'Mind', 'the gap', '--handoff')).toMatchObject({
      task_id: 1,
      comment: { kind: 'handoff', body: 'Mind the gap' },
    });
    expect(await ralph.error('task', 'delete', '1')).toContain('#2 refers to it');
    await ralph.text('task', 'edit', '2', '--depends-on', '');
    expect(await ralph.text('task', 'delete', '1')).toBe('Deleted #1.');
  });

  it('shows the history of a task, also of one that is gone', async () => {
    const ralph = await project();
    await ralph.text('task', 'add', 'First', ...here);
    await ralph.text('task', 'status', '1', 'pending');
    await ralph.text('task', 'edit', '1', '--priority', 'high');
    await ralph.text('task', 'delete', '1');
    const text = await ralph.text('task', 'history', '1');
    expect(text.split('\n')).toHaveLength(5);
    expect(text).toContain('priority: "medium" → "high"');
    expect(await ralph.json('task', 'history', '1')).toMatchObject({
      task_id: 1,
      events: [
        { tool: 'create_task', action: 'created', before: null },
        { tool: 'set_task_status', before: { status: 'draft' }, after: { status: 'pending' } },
        { tool: 'update_task', after: { priority: 'high' } },
        { tool: 'delete_task', action: 'deleted', after: null },
      ],
    });
    expect(await ralph.error('task', 'history', '9')).toContain('There is no task #9.');
  });
});

describe('taking and finishing tasks', () => {
  it('shows what is next: ready, most urgent, oldest', async () => {
    const ralph = await project();
    expect(await ralph.text('task', 'next')).toContain('There are no tasks yet.');
    expect(await ralph.run('task', 'next', '--json')).toMatchObject({ code: 0 });
    expect(await ralph.json('task', 'next')).toEqual({ task: null });
    await ralph.text('task', 'add', 'Draft', ...here);
    expect(await ralph.text('task', 'next')).toContain('No task is ready: 1 draft.');
    await ralph.text('task', 'add', 'Old', ...ready);
    await ralph.text(
      'task',
      'add',
      'Waits',
      ...ready,
      '--priority',
      'critical',
      '--depends-on',
      '2',
    );
    await ralph.text('task', 'add', 'Urgent', ...ready, '--priority', 'high');
    expect(await ralph.json('task', 'next')).toMatchObject({ task: { id: 4, title: 'Urgent' } });
    expect(await ralph.text('task', 'next', '--feature', 'auth')).toContain('#4 [pending] Urgent');
    expect(await ralph.error('task', 'next', '--feature', 'auht')).toContain(
      'Did you mean "auth"?',
    );
  });

  it('gives two claims two tasks, and one that ran out to the next', async () => {
    const ralph = await project();
    await ralph.text('task', 'add', 'One', ...ready);
    await ralph.text('task', 'add', 'Two', ...ready);
    const claims = await Promise.all([
      ralph.json('task', 'claim', '--as', 'a'),
      ralph.json('task', 'claim', '--as', 'b', '--minutes', '5'),
    ]);
    expect(claims).toMatchObject([{ token: 1 }, { token: 1 }]);
    expect(new Set(claims.map((claim) => JSON.stringify(claim).match(/"id":(\d)/)?.[1])).size).toBe(
      2,
    );
    const none = await ralph.run('task', 'claim', '--json');
    expect(none.code).toBe(1);
    expect(JSON.parse(none.stdout)).toMatchObject({ task: null, token: null });
    expect(await ralph.error('task', 'claim', '1', '--as', 'c')).toMatch(
      /#1 is held by [ab] until/,
    );
    await expireClaims(ralph.root);
    expect(await ralph.json('task', 'claim', '--as', 'c')).toMatchObject({
      task: { id: 1, status: 'in_progress' },
      token: 2,
      claimed_by: 'c',
    });
    // The one who lost it cannot give it back, the one who has it can.
    expect(await ralph.error('task', 'release', '1', '--token', '1')).toContain(
      'does not hold task #1',
    );
    expect(await ralph.text('task', 'release', '1', '--token', '2')).toContain('[pending]');
  });

  it('claims only what can be worked on', async () => {
    const ralph = await project();
    await ralph.text('task', 'add', 'Draft', ...here);
    await ralph.text('task', 'add', 'Waits', ...ready, '--depends-on', '1');
    expect(await ralph.error('task', 'claim', '1')).toContain(
      '#1 is draft and cannot be worked on',
    );
    expect(await ralph.error('task', 'claim', '2')).toContain('#2 waits for #1');
    expect(await ralph.error('task', 'claim', '9')).toContain('There is no task #9.');
    await ralph.text('task', 'skip', '1', '--reason', 'Not needed');
    expect(await ralph.text('task', 'claim', '2')).toContain('token 1');
  });

  it('closes a task only with an answer to each criterion', async () => {
    const ralph = await project();
    await ralph.text('task', 'add', 'T', ...ready, '--criterion', 'It works', '--criterion', 'a=b');
    const done = ['task', 'done', '1', '--summary', 'Did it', '--evidence', 'npm test'] as const;
    const missing = await ralph.error(...done);
    expect(missing).toContain('2 criteria of task #1 are not answered:\n  1. It works\n  2. a=b');
    expect(missing).toContain('--met "1=what shows it"');
    expect(await ralph.error(...done, '--met', '2=x')).toContain('One criterion');
    expect(await ralph.error(...done, '--met', 'It flies=x')).toContain('begins with no criterion');
    expect(await ralph.json(...done, '--met', '1=seen', '--met', 'a=b=also seen')).toMatchObject({
      task: { status: 'done' },
    });
    expect(await ralph.json('task', 'show', '1')).toMatchObject({
      task: {
        criteria_results: [
          { criterion: 'It works', met: true, evidence: 'seen' },
          { criterion: 'a=b', met: true, evidence: 'also seen' },
        ],
      },
      comments: [{ kind: 'handoff', body: 'Did it' }],
    });
  });

  it('splits a task into parts that follow each other', async () => {
    const ralph = await project();
    await ralph.text('task', 'add', 'Big', ...ready);
    await ralph.text('task', 'add', 'After', ...ready, '--depends-on', '1');
    expect(
      await ralph.json('task', 'split', '1', '--part', 'A', '--part', 'B', '--in-order'),
    ).toMatchObject({
      parent: { status: 'skipped' },
      tasks: [{ id: 3 }, { id: 4 }],
      repointed: [2],
    });
    expect(await ralph.json('task', 'show', '4')).toMatchObject({ task: { depends_on: [3] } });
  });
});

describe('mistakes', () => {
  const mistakes: readonly (readonly [readonly string[], number, string])[] = [
    [['task', 'show', 'x'], 2, '<id>: "x" is not the number of a task.'],
    [['task', 'show', '0'], 2, 'is not the number of a task'],
    [['task', 'show', '7'], 1, 'There is no task #7.'],
    [['task', 'add', 'T'], 2, '--feature is missing.'],
    [['task', 'add', 'T', '--feature', 'auth'], 2, '--discipline is missing.'],
    [
      ['task', 'add', 'T', '--feature', 'oauth', '--discipline', 'backend'],
      1,
      'Did you mean "auth"?',
    ],
    [['task', 'add', ' ', ...here], 2, 'title'],
    [['task', 'add', 'T', ...here, '--priority', 'hihg'], 2, 'Did you mean "high"?'],
    [['task', 'add', 'T', ...here, '--depends-on', '5'], 1, '#5, which does not exist'],
    [['task', 'add', 'T', ...here, '--file', '../../etc/passwd'], 2, 'leaves the root'],
    [['task', 'add', 'T', ...here, '--turns', 'many'], 2, 'not a whole number from 1 to 1000'],
    [['task', 'status', '1', 'finished'], 2, 'is not a value of <status>'],
    [['task', 'edit', '1'], 2, 'Nothing was given to change.'],
    [['task', 'done', '1'], 2, '--summary is missing.'],
    [['task', 'done', '1', '--summary', 'x'], 2, '--evidence is missing.'],
    [['task', 'skip', '1'], 2, '--reason is missing.'],
    [['task', 'split', '1'], 2, '--part is missing.'],
    [['task', 'release', '1'], 2, '--token is missing.'],
    [['task', 'claim', '--minutes', '0'], 2, 'not a whole number from 1'],
    [['task', 'import', 'missing.json'], 2, 'There is no file'],
  ];

  it('are answered with what is wrong, on stderr alone', async () => {
    const ralph = await project();
    for (const [words, code, message] of mistakes) {
      const { code: exit, stdout, stderr } = await ralph.run(...words);
      expect({ words, exit, stdout }).toEqual({ words, exit: code, stdout: '' });
      expect(stderr).toContain(message);
    }
  });
});
