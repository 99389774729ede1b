import { describe, expect, it } from 'vitest';
import { ralph } from './support/run-program.ts';
import { scenario } from './support/scenario.ts';

const soon = () => new Date(Date.now() + 600_000).toISOString();
const past = () => new Date(Date.now() - 1_000).toISOString();

describe('done means proven', () => {
  it('11 and 12: neither a claim, nor half an answer, nor an open dependency closes a task', async () => {
    const project = await scenario();
    const first = await project.addTask({ title: 'Schema' });
    const id = await project.addTask(
      { title: 'Login', status: 'in_progress', acceptance_criteria: ['Logs in', 'Logs out'] },
      [first],
    );
    const agent = await project.launch({ recipe: 'task_execution', taskId: id });
    expect(await agent.refusal('set_task_status', { id, status: 'done' })).toMatchObject({
      code: 'invalid_argument',
      details: [{ field: 'evidence', message: 'required' }],
    });
    expect(
      await agent.refusal('set_task_status', { id, status: 'done', evidence: ['It works'] }),
    ).toMatchObject({ code: 'conflict', details: [{ message: 'unanswered: Logs in' }, {}] });
    const met = (criterion: string) => ({ criterion, met: true, evidence: 'login.test.ts' });
    const proof = { summary: 'Login and logout', evidence: ['npm test: 14 passed'] };
    expect(
      await agent.refusal('complete_task', {
        ...proof,
        criteria_results: [met('Logs in'), { ...met('Logs out'), met: false }],
      }),
    ).toMatchObject({ code: 'conflict', details: [{ message: 'not met: Logs out' }] });
    const whole = { ...proof, criteria_results: [met('Logs in'), met('Logs out')] };
    expect(await agent.refusal('complete_task', whole)).toMatchObject({
      code: 'conflict',
      message: `Task #${id} cannot be done before #${first} "Schema" (pending).`,
    });
    expect((await project.task(id)).status).toBe('in_progress');
    await project.store(({ tasks }) => tasks.change(first, { status: 'done' }));
    await agent.answer('complete_task', whole);
    expect(await project.task(id)).toMatchObject({
      status: 'done',
      evidence: ['npm test: 14 passed'],
      criteria_results: [
        { criterion: 'Logs in', met: true },
        { criterion: 'Logs out', met: true },
      ],
    });
  });

  it('13: a question holds its own task only, and the answer reaches the next session', async () => {
    const project = await scenario();
    const id = await project.addTask({ title: 'Login', status: 'in_progress' });
    const other = await project.addTask({ title: 'Logout' });
    const agent = await project.launch({ recipe: 'task_execution', taskId: id });
    const ask = { question: 'Cookies or bearer tokens?', blocking: true };
    const { question_id } = await agent.answer('ask_human', ask);
    expect(await project.store(({ claims }) => claims.next())).toBe(other);
    expect(
      await agent.refusal('complete_task', { summary: 'Guessed', evidence: ['none'] }),
    ).toMatchObject({
      code: 'conflict',
      message: `Task #${id} is needs_input and cannot become done.`,
    });
    await project.store(async ({ questions, tasks }) => {
      await questions.answer(Number(question_id), 'Cookies, http only');
      await tasks.change(id, { status: 'pending' });
    });
    const next = await project.plan({ recipe: 'task_execution', taskId: id });
    expect(next.prompt).toContain('Cookies, http only');
  });
});

describe('claims', () => {
  it('14 and 15: one task has one worker; a dead one loses it and does not get it back', async () => {
    const project = await scenario();
    const id = await project.addTask({ title: 'Login' });
    const dead = await project.launch({ recipe: 'task_execution', taskId: id });
    const heir = await project.launch({ recipe: 'task_execution', taskId: id });
    await project.store(({ claims }) => claims.claim(id, dead.plan.session_id, past()));
    const claim = await project.store(({ claims }) =>
      claims.claimNext(heir.plan.session_id, soon()),
    );
    expect(claim).toMatchObject({ task: { id, claimed_by: heir.plan.session_id }, token: 2 });
    const proof = { summary: 'Mine', evidence: ['old work'] };
    expect(await dead.refusal('complete_task', proof)).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`held by ${heir.plan.session_id}`),
      hint: expect.stringContaining('Stop working on it'),
    });
    await dead.answer('add_task_comment', { task_id: id, body: 'I had the form half done' });
    expect(await heir.answer('get_task')).toMatchObject({
      comments: [{ body: 'I had the form half done' }],
    });
    await heir.answer('complete_task', { summary: 'Done', evidence: ['npm test: green'] });
    expect(await project.task(id)).toMatchObject({ status: 'done', claimed_by: null });
  });

  it('16: a lease keeps sessions apart and never a person out', async () => {
    const project = await scenario();
    const id = await project.addTask({ title: 'Login' });
    await project.store(({ claims }) => claims.claim(id, 'ses_busy', soon()));
    const args = JSON.stringify({ id, status: 'skipped', reason: 'Cancelled by the customer' });
    const told = await ralph(['tool', 'call', 'set_task_status', '--json', args], {
      cwd: project.root,
    });
    expect(told).toMatchObject({ code: 0 });
    expect(await project.task(id)).toMatchObject({ status: 'skipped', claimed_by: null });
  });
});
