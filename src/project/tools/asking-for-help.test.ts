import { describe, expect, it } from 'vitest';
import { projectFixture, session } from '../testing/project-fixture.ts';
import { projectTools } from '../tools.ts';

const open = () => projectFixture(projectTools);

describe('report_blocker', () => {
  it('blocks the task, asks for the suspect to be reopened and drafts the fix, all at once', async () => {
    const project = await open();
    const suspect = await project.addTask({ title: 'API', status: 'done' });
    const { id } = await project.addTask({ status: 'in_progress' }, [suspect.id]);
    const report = {
      reason: 'The API returns {token} only',
      kind: 'defect',
      suspect_task_id: suspect.id,
      proposed_fix_task: { title: 'Return the user too' },
    };
    const own = session({ task_id: id });
    expect(await project.answer('report_blocker', report, own)).toEqual({
      task: expect.objectContaining({ id, status: 'blocked' }),
      comment_id: 1,
      suspect_task_id: suspect.id,
      fix_task_id: 3,
    });
    const task = (of: number) => project.store(({ tasks }) => tasks.get(of));
    expect(await task(id)).toMatchObject({
      status_reason: 'defect: The API returns {token} only',
    });
    expect(await task(suspect.id)).toMatchObject({
      status: 'done',
      reopen_requested: `from #${id}: The API returns {token} only`,
    });
    expect(await task(3)).toMatchObject({
      status: 'draft',
      title: 'Return the user too',
      description: 'The API returns {token} only',
      discovered_from: id,
      provenance: 'agent',
    });
    expect((await project.events()).map(({ action }) => action)).toEqual([
      'in_progress → blocked',
      'created',
      'reopen requested',
      'created',
    ]);
    expect(await project.text('report_blocker', { reason: 'Again' }, own)).toMatch(
      /Stop working on this task now\.$/,
    );
  });

  it('adds up what several tasks say about one suspect, and a review clears it', async () => {
    const project = await open();
    const suspect = await project.addTask({ status: 'done' });
    for (const reason of ['First', 'Second']) {
      const { id } = await project.addTask();
      await project.answer('report_blocker', { id, reason, suspect_task_id: suspect.id });
    }
    const asked = await project.store(({ tasks }) => tasks.get(suspect.id));
    expect(asked.reopen_requested).toBe('from #2: First\nfrom #3: Second');
    const review = session({ recipe: 'opus_review' });
    const move = { id: suspect.id, status: 'pending' };
    await project.answer('set_task_status', move, review);
    const done = { id: suspect.id, status: 'done', evidence: ['e'] };
    await project.answer('set_task_status', done, review);
    expect((await project.store(({ tasks }) => tasks.get(suspect.id))).reopen_requested).toBe('');
  });

  it('refuses itself or nobody as suspect, foreign and closed tasks, and leaves no half of it', async () => {
    const project = await open();
    const { id } = await project.addTask({ status: 'in_progress' });
    const done = await project.addTask({ status: 'done' });
    const own = session({ task_id: id });
    const refused = (input: object) =>
      project.refusal('report_blocker', { reason: 'r', ...input }, own);
    expect(await refused({ suspect_task_id: id })).toMatchObject({
      code: 'invalid_argument',
      details: [{ field: 'suspect_task_id' }],
    });
    const fix = { proposed_fix_task: { title: 'Fix' } };
    expect((await refused({ suspect_task_id: 99, ...fix })).code).toBe('not_found');
    expect((await refused({ id: done.id })).code).toBe('not_allowed');
    expect((await refused({ reason: '' })).code).toBe('invalid_argument');
    expect((await refused({ proposed_fix_task: { title: '' } })).code).toBe('invalid_argument');
    expect((await project.refusal('report_blocker', { id: done.id, reason: 'r' })).code).toBe(
      'conflict',
    );
    expect((await project.refusal('report_blocker', { reason: 'r' })).code).toBe(
      'invalid_argument',
    );
  });
});

describe('ask_human', () => {
  it('holds the task until there is an answer, or lets it go on', async () => {
    const project = await open();
    const { id } = await project.addTask({ status: 'in_progress' });
    const own = session({ task_id: id });
    expect(
      await project.answer('ask_human', { question: 'Blue?', blocking: false }, own),
    ).toMatchObject({ question_id: 1, task_id: id, status: 'in_progress' });
    expect(
      await project.answer('ask_human', { question: 'Which database?', blocking: true }, own),
    ).toMatchObject({
      question_id: 2,
      status: 'needs_input',
      message: 'A person has been asked. Stop working on this task now.',
    });
    expect(await project.store(({ questions }) => questions.open(id))).toMatchObject([
      { question: 'Blue?', blocking: false, author: 'agent', session_id: 'ses_test' },
      { question: 'Which database?', blocking: true },
    ]);
    expect((await project.events()).map(({ entity, action }) => `${entity} ${action}`)).toEqual([
      'question asked',
      'comment created',
      'question asked',
      'comment created',
      'task in_progress → needs_input',
    ]);
  });

  it('refuses foreign tasks, tasks nobody works on, and no question', async () => {
    const project = await open();
    const { id } = await project.addTask();
    const draft = await project.addTask({ status: 'draft' });
    const own = session({ task_id: id });
    const ask = { question: 'q', blocking: true };
    expect((await project.refusal('ask_human', { ...ask, id: draft.id }, own)).code).toBe(
      'not_allowed',
    );
    expect((await project.refusal('ask_human', { ...ask, id: draft.id })).code).toBe('conflict');
    expect((await project.refusal('ask_human', { ...ask, id: 9 })).code).toBe('not_found');
    expect((await project.refusal('ask_human', { question: 'q' }, own)).details).toMatchObject([
      { field: 'blocking' },
    ]);
    expect((await project.refusal('ask_human', { ...ask, question: '' }, own)).code).toBe(
      'invalid_argument',
    );
  });
});

describe('signal_abort', () => {
  it('tells Ralph, which reads it from the database', async () => {
    const project = await open();
    const abort = { reason: 'Quota is used up', kind: 'rate_limit', retry_after: 3_600 };
    expect(await project.answer('signal_abort', abort, session())).toMatchObject({
      session_id: 'ses_test',
      message: expect.stringContaining('Stop now'),
    });
    expect(await project.store(({ signals }) => signals.of('ses_test'))).toMatchObject([
      {
        kind: 'abort',
        reason: 'Quota is used up',
        data: { kind: 'rate_limit', retry_after: 3_600 },
      },
    ]);
    expect(await project.events()).toMatchObject([
      { entity: 'session', entity_id: 'ses_test', action: 'abort' },
    ]);
  });

  it('means nothing outside a session', async () => {
    const project = await open();
    const abort = { reason: 'r', kind: 'wrong_task' };
    expect(await project.refusal('signal_abort', abort)).toMatchObject({
      code: 'not_allowed',
      hint: 'Call it from an agent that Ralph launched with a session.',
    });
    for (const bad of [{ kind: 'bored' }, { reason: '' }, { retry_after: -1 }]) {
      expect((await project.refusal('signal_abort', { ...abort, ...bad }, session())).code).toBe(
        'invalid_argument',
      );
    }
  });
});
