import { describe, expect, it } from 'vitest';
import { answerQuestion } from '../../../../project/answer-question.ts';
import type { Task } from '../../../../project/model.ts';
import { given, history, type WorkProject, workProject } from '../testing/work-project.ts';

const options = { mode: 'tasks' } as const;
const done = { summary: 'Did it', evidence: ['npm test'] };

/** Tasks 1 (ready), 2 (waits for 1) and 3 (a draft). */
async function seeded(): Promise<WorkProject> {
  const project = workProject();
  await project.seed();
  return project;
}

const task = (project: WorkProject, id: number): Promise<Task> =>
  project.store(({ tasks }) => tasks.get(id));

describe('a task in a run', () => {
  it('is claimed for its session, and its prompt is that of the session and the run', async () => {
    const project = await seeded();
    const source = project.source({
      ...options,
      gates: [{ name: 'test', run: 'npm test', baseline: 'strict' }],
    });
    const first = await given(source, { notes: ['Mind the tea.'] });
    expect(first.task).toEqual({ id: 1, title: 'Token service' });
    expect(await task(project, 1)).toMatchObject({
      status: 'in_progress',
      claimed_by: first.session_id,
      claim_expires_at: '2026-02-10T14:35:00.000Z',
    });
    expect(first.tools).toContain('complete_task');
    expect(first.mcp_config?.mcpServers.ralph?.args?.slice(-2)).toEqual([
      '--session',
      first.session_id,
    ]);
    expect(first.prompt).toMatch(/^## What to do\n/);
    expect(first.prompt).toContain('test (`npm test`)');
    expect(first.prompt).toContain('- Mind the tea.');
    expect(await source.measure('')).toEqual({
      mode: 'tasks',
      open: 3,
      done: 0,
      promised: false,
    });
  });

  it('that is closed with green gates makes room for the next', async () => {
    const project = await seeded();
    const source = project.source(options);
    const first = await given(source);
    await project.call(first, 'complete_task', done);
    await source.accepted(first, true);
    expect(await source.measure('')).toEqual({
      mode: 'tasks',
      open: 2,
      done: 1,
      promised: false,
    });
    expect((await given(source, { iteration: 2 })).task).toMatchObject({ id: 2 });
  });

  it('that is closed with a red gate is opened again, once, and given again with the reason', async () => {
    const project = await seeded();
    await project.store(({ tasks, features }) =>
      features.add('top', { display_name: 'Top' }).then(() =>
        tasks.add({
          feature: 'top',
          discipline: 'backend',
          title: 'Other',
          status: 'pending',
          provenance: 'human',
          position: 1,
        }),
      ),
    );
    const source = project.source(options);
    const first = await given(source, { unfinished_task_id: 1 });
    await project.call(first, 'complete_task', done);
    await source.accepted(first, false, 'test fails with token=sk_live_4eC39HqLyjWDarjtT1zdp7dc');
    await source.accepted(first, false, 'test fails again');
    const opened = await task(project, 1);
    expect(opened).toMatchObject({ status: 'pending', claimed_by: null, completed_at: null });
    expect(opened.status_reason).toMatch(/^Opened again by Ralph: test fails with token=/);
    expect(opened.status_reason).not.toContain('sk_live');
    const notes = await project.store(({ comments }) => comments.latest(1, 9));
    expect(notes.filter(({ body }) => body.startsWith('Opened again'))).toHaveLength(1);
    const again = await given(source);
    expect(again.task).toMatchObject({ id: 1 });
    expect(again.prompt).toContain('Opened again by Ralph: test fails');
  });

  it('that is opened again in vain lets another go first, and comes back after it', async () => {
    const project = await seeded();
    await project.store(({ tasks }) => tasks.change(3, { status: 'pending' }));
    const source = project.source(options);
    const givenTo: unknown[] = [];
    for (const green of [false, false, true, true]) {
      const now = await given(source);
      givenTo.push(now.task?.id);
      await project.call(now, 'complete_task', done);
      await source.accepted(now, green, 'test fails');
    }
    expect(givenTo).toEqual([1, 1, 3, 1]);
  });

  it('that is opened again in vain lets all others go first, not only one', async () => {
    const project = await seeded();
    await project.store(async ({ tasks, dependencies }) => {
      await dependencies.set(2, []);
      await tasks.change(2, { acceptance_criteria: [] });
      await tasks.change(3, { status: 'pending' });
    });
    const source = project.source(options);
    const givenTo: unknown[] = [];
    for (let times = 0; times < 7; times++) {
      const now = await given(source);
      givenTo.push(now.task?.id);
      await project.call(now, 'complete_task', done);
      await source.accepted(now, false, 'test fails');
    }
    expect(givenTo).toEqual([1, 1, 2, 2, 3, 3, 1]);
  });

  it('that is the only one is given again however often a gate is red', async () => {
    const project = await seeded();
    const source = project.source(options);
    for (let times = 0; times < 4; times++) {
      const now = await given(source);
      expect(now.task).toMatchObject({ id: 1 });
      await project.call(now, 'complete_task', done);
      await source.accepted(now, false, 'test fails');
    }
  });

  it('that its agent leaves open stays in progress and comes back before anything else', async () => {
    const project = await seeded();
    const source = project.source(options);
    const first = await given(source);
    await project.store(({ tasks }) =>
      tasks.change(3, { status: 'pending', priority: 'critical' }),
    );
    await source.accepted(first, true);
    await source.accepted(first, true);
    expect(await task(project, 1)).toMatchObject({ status: 'in_progress' });
    // Another process may continue the run.
    const second = await given(project.source(options));
    expect(second.task).toMatchObject({ id: 1 });
    expect(second.session_id).not.toBe(first.session_id);
    expect(second.prompt).toContain('The session ended and left the task open.');
    expect(await project.store(({ comments }) => comments.count(1))).toBe(2);
  });

  it('that its agent gave up goes back to the others', async () => {
    const project = await seeded();
    const source = project.source(options);
    const first = await given(source);
    await project.call(first, 'signal_abort', { reason: 'no compiler', kind: 'env_broken' });
    await source.accepted(first, true);
    expect(await task(project, 1)).toMatchObject({ status: 'pending', claimed_by: null });
    expect((await given(source)).prompt).toContain('The session gave up: no compiler');
  });

  it('that its agent gave up for a time rests so long, and others go on', async () => {
    const project = await seeded();
    const source = project.source(options);
    const first = await given(source);
    const tired = { reason: 'out of quota', kind: 'rate_limit', retry_after: 600 };
    await project.call(first, 'signal_abort', tired);
    await source.accepted(first, true);
    await source.accepted(first, true);
    expect(await source.next(history())).toMatchObject({
      kind: 'wait',
      for: 'claims',
      reason: expect.stringMatching(/^#1 was given up and is tried again at \d{4}-/),
    });
    await project.store(({ tasks }) => tasks.change(3, { status: 'pending' }));
    expect((await given(source)).task).toMatchObject({ id: 3 });
  });

  it('of a rejected iteration is as it was, and free', async () => {
    const project = await seeded();
    const before = await task(project, 1);
    const first = await given(project.source(options));
    await project.call(first, 'update_task_context', { add_hint: 'Look at a.ts' });
    await project.call(first, 'complete_task', done);
    // By a process that knows nothing of the launch, and again after it was killed.
    for (let times = 0; times < 2; times++) {
      await project.source(options).rejected({ session_id: first.session_id, task: first.task });
    }
    expect(await task(project, 1)).toEqual(before);
    const again = await given(project.source(options), { unfinished_task_id: 1 });
    expect(again.task).toMatchObject({ id: 1 });
    await project.call(again, 'update_task_context', { add_hint: 'Look at b.ts' });
    await project.store(({ tasks }) => tasks.change(1, { hints: 'Mine' }));
    expect(await project.source(options).rejected(again)).toEqual([
      'In the project, task 1 stays as it is: it was changed since.',
    ]);
    expect(await task(project, 1)).toMatchObject({ status: 'pending', claimed_by: null });
  });

  it('whose launch died before anything was written is taken up at once', async () => {
    const project = await seeded();
    await given(project.source(options));
    expect((await given(project.source(options))).task).toMatchObject({ id: 1 });
  });
});

describe('when nothing is ready', () => {
  it('a question is waited for, and its answer reaches the next prompt', async () => {
    const project = await seeded();
    const source = project.source(options);
    const first = await given(source);
    await project.call(first, 'ask_human', { question: 'Which colour?', blocking: true });
    await source.accepted(first, true);
    expect(await source.openQuestions(first.session_id)).toEqual([
      { id: 1, task_id: 1, text: 'Which colour?' },
    ]);
    expect(await source.openQuestions(null)).toEqual([]);
    expect(await source.next(history())).toEqual({
      kind: 'wait',
      for: 'answers',
      reason: 'an answer is needed for #1 (question 1: Which colour?)',
    });
    await project.store((store) =>
      answerQuestion(store, { id: 1, text: 'Blue', now: '2026-02-10T14:31:00.000Z' }),
    );
    expect(await source.openQuestions(first.session_id)).toEqual([]);
    const next = await given(source);
    expect(next.task).toMatchObject({ id: 1 });
    expect(next.prompt).toContain('→ Blue');
  });

  it('other tasks go on while one waits', async () => {
    const project = await seeded();
    await project.store(({ tasks }) => tasks.change(3, { status: 'pending' }));
    const source = project.source(options);
    const first = await given(source);
    await project.call(first, 'ask_human', { question: 'Which colour?', blocking: true });
    await source.accepted(first, true);
    expect((await given(source)).task).toMatchObject({ id: 3 });
  });

  it('everything that is left is named with its reason', async () => {
    const project = await seeded();
    const source = project.source(options);
    const first = await given(source);
    await project.call(first, 'report_blocker', { reason: 'no disk', kind: 'environment' });
    await source.accepted(first, true);
    expect(await source.next(history())).toEqual({
      kind: 'nothing',
      reason:
        'no task is ready: #1 "Token service" is blocked (environment: no disk); #2 "Login form" waits for #1; #3 "Remember me" is a draft (ralph task status 3 pending makes it ready)',
    });
  });

  it('only the chosen feature counts', async () => {
    const project = await seeded();
    await project.store(({ features }) => features.add('empty', { display_name: 'Empty' }));
    const source = project.source({ ...options, feature: 'empty' });
    expect(await source.next(history())).toEqual({ kind: 'nothing', reason: 'no task is open' });
    expect(await source.measure('')).toEqual({
      mode: 'tasks',
      open: 0,
      done: 0,
      promised: false,
    });
    const other = project.source({ ...options, feature: 'auth', discipline: 'backend' });
    expect((await given(other)).task).toMatchObject({ id: 1 });
  });

  it('a task that somebody else holds is waited for', async () => {
    const project = await seeded();
    const source = project.source(options);
    expect((await given(source)).task).toMatchObject({ id: 1 });
    // The run's own next look would take its claims for dead; this one is made after it.
    await project.store(({ claims }) => claims.drop(1));
    await project.store(({ claims }) => claims.claim(1, 'ses_other', '2026-02-10T15:00:00.000Z'));
    expect(await source.next(history())).toMatchObject({
      kind: 'wait',
      for: 'claims',
      reason: '#1 is held by ses_other until 2026-02-10T15:00:00.000Z',
    });
  });
});
