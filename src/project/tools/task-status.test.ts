import { describe, expect, it } from 'vitest';
import { nextStatuses, type TaskStatus, taskStatuses } from '../rules/status.ts';
import { projectFixture, session } from '../testing/project-fixture.ts';
import { projectTools } from '../tools.ts';

const open = () => projectFixture(projectTools);
const later = '2026-01-01T01:00:00.000Z';

describe('set_task_status', () => {
  it('follows the machine for every pair of statuses', async () => {
    const project = await open();
    for (const from of taskStatuses) {
      for (const status of taskStatuses) {
        const { id } = await project.addTask({ status: from });
        const input = { id, status, reason: 'Because', evidence: ['npm test: green'] };
        if (from === status || nextStatuses(from).includes(status)) {
          const { task } = await project.answer('set_task_status', input);
          expect(task).toMatchObject({ status });
        } else {
          expect(await project.refusal('set_task_status', input)).toMatchObject({
            code: 'conflict',
            message: `Task #${id} is ${from} and cannot become ${status}.`,
            hint: `From ${from} it can become ${nextStatuses(from).join(', ')}.`,
          });
        }
      }
    }
  });

  it('asks for a reason to stop and for evidence to finish, and keeps both', async () => {
    const project = await open();
    const { id } = await project.addTask({ status: 'in_progress' });
    const refused = (input: object) => project.refusal('set_task_status', { id, ...input });
    for (const status of ['skipped', 'blocked']) {
      expect(await refused({ status })).toMatchObject({
        code: 'invalid_argument',
        details: [{ field: 'reason', message: 'required' }],
      });
    }
    for (const evidence of [undefined, []]) {
      expect(await refused({ status: 'done', evidence })).toMatchObject({
        code: 'invalid_argument',
        details: [{ field: 'evidence', message: 'required' }],
        hint: 'Name what shows it: a command and its result, a commit, a test.',
      });
    }
    await project.answer('set_task_status', { id, status: 'done', evidence: ['commit 1234'] });
    expect(await project.store(({ tasks }) => tasks.get(id))).toMatchObject({
      evidence: ['commit 1234'],
      completed_at: '2026-01-01T00:00:00.000Z',
    });
    expect(await project.events()).toMatchObject([
      { action: 'in_progress → done', before: { status: 'in_progress' } },
    ]);
    expect((await refused({ id: 9, status: 'pending' })).code).toBe('not_found');
    expect((await refused({ status: 'finished' })).code).toBe('invalid_argument');
  });

  it('is not done before what it waits for, nor with criteria unanswered', async () => {
    const project = await open();
    const first = await project.addTask({ title: 'First' });
    const done = { status: 'done', evidence: ['e'] };
    const waiting = await project.addTask({}, [first.id]);
    expect(await project.refusal('set_task_status', { id: waiting.id, ...done })).toMatchObject({
      code: 'conflict',
      message: `Task #${waiting.id} cannot be done before #${first.id} "First" (pending).`,
      details: [{ field: 'depends_on', message: `#${first.id} is pending` }],
    });
    const strict = await project.addTask({ acceptance_criteria: ['It works'] });
    expect(await project.refusal('set_task_status', { id: strict.id, ...done })).toMatchObject({
      code: 'conflict',
      details: [{ field: 'criteria_results', message: 'unanswered: It works' }],
      hint: expect.stringContaining('complete_task'),
    });
  });

  it('keeps a session to its own task, and reopening to reviews and people', async () => {
    const project = await open();
    const own = await project.addTask({ status: 'in_progress' });
    const other = await project.addTask({ status: 'done' });
    const agent = session({ task_id: own.id });
    const reopen = { id: other.id, status: 'pending' };
    expect(await project.refusal('set_task_status', reopen, agent)).toMatchObject({
      code: 'not_allowed',
      message: `This session works on task #${own.id} and may not set the status of task #${other.id}.`,
      hint: expect.stringContaining('Leave a comment'),
    });
    expect(await project.refusal('set_task_status', reopen, session())).toMatchObject({
      code: 'not_allowed',
      message: `Task #${other.id} is done; only a review or a person reopens it.`,
    });
    await project.answer('set_task_status', reopen, session({ recipe: 'opus_review' }));
    expect(await project.store(({ tasks }) => tasks.get(other.id))).toMatchObject({
      status: 'pending',
      completed_at: null,
      evidence: [],
    });
  });

  it('lets a review answer a request to reopen with no, and says why in a comment', async () => {
    const project = await open();
    const suspect = await project.addTask({ status: 'done' });
    const { id } = await project.addTask({ status: 'in_progress' });
    await project.answer('report_blocker', { id, reason: 'Wrong', suspect_task_id: suspect.id });
    const stays = { id: suspect.id, status: 'done' };
    const review = session({ recipe: 'opus_review' });
    expect(await project.refusal('set_task_status', stays, review)).toMatchObject({
      code: 'invalid_argument',
      details: [{ field: 'reason', message: 'required' }],
    });
    await project.answer('set_task_status', { ...stays, reason: 'It is as specified' }, review);
    expect(await project.answer('get_task', { id: suspect.id })).toMatchObject({
      task: { status: 'done', reopen_requested: '' },
      comments: [{ body: 'Stays done: It is as specified' }],
    });
  });
});

describe('a claim', () => {
  it('is given back when the work stops, and shuts out a session that lost it', async () => {
    const project = await open();
    const { id } = await project.addTask();
    const loser = session({ id: 'ses_lost', task_id: id });
    const holder = session({ id: 'ses_holder', task_id: id });
    await project.store(({ claims }) => claims.claim(id, holder.id, later));
    for (const [tool, input] of [
      ['complete_task', { summary: 's', evidence: ['e'] }],
      ['set_task_status', { id, status: 'pending' }],
      ['report_blocker', { reason: 'r' }],
      ['skip_task', { id, reason: 'r' }],
      ['ask_human', { question: 'q', blocking: true }],
      ['spawn_subtasks', { parent_id: id, tasks: [{ title: 't' }] }],
    ] as const) {
      expect(await project.refusal(tool, input, loser)).toMatchObject({
        code: 'conflict',
        message: `Task #${id} is held by ses_holder until ${later}, not by this session.`,
      });
    }
    await project.answer('complete_task', { summary: 's', evidence: ['e'] }, holder);
    expect(await project.store(({ tasks }) => tasks.get(id))).toMatchObject({
      status: 'done',
      claimed_by: null,
      claim_expires_at: null,
    });
  });

  it('that has run out shuts out nobody, and none shuts out a person', async () => {
    const project = await open();
    const first = await project.addTask();
    const second = await project.addTask();
    await project.store(({ claims }) => claims.claim(first.id, 'ses_dead', later));
    await project.store(({ claims }) => claims.claim(second.id, 'ses_alive', later));
    await project.answer('set_task_status', { id: second.id, status: 'pending' });
    project.clock.advance(2 * 3_600_000);
    const next = session({ id: 'ses_next', task_id: first.id });
    await project.answer('complete_task', { summary: 's', evidence: ['e'] }, next);
  });
});

describe('complete_task', () => {
  it('closes the task, leaves the summary as a handoff, and names what is ready now', async () => {
    const project = await open();
    const { id } = await project.addTask({
      status: 'in_progress',
      acceptance_criteria: ['Logs in', 'Logs out'],
    });
    const ready = await project.addTask({}, [id]);
    await project.addTask({}, [id, ready.id]);
    const proof = {
      summary: 'Form and tests',
      evidence: ['npm test: 12 passed'],
      criteria_results: [
        { criterion: 'Logs out', met: true, evidence: 'test 2' },
        { criterion: 'Logs in', met: true, evidence: 'test 1' },
      ],
    };
    const own = session({ task_id: id });
    expect(await project.answer('complete_task', proof, own)).toMatchObject({
      task: { id, status: 'done' },
      unblocked: [ready.id],
    });
    expect(await project.answer('get_task', {}, own)).toMatchObject({
      task: {
        summary: 'Form and tests',
        evidence: ['npm test: 12 passed'],
        criteria_results: [{ criterion: 'Logs in' }, { criterion: 'Logs out' }],
      },
      comments: [{ kind: 'handoff', body: 'Form and tests' }],
    });
    await project.answer('complete_task', proof, own);
    expect(await project.answer('get_task', {}, own)).toMatchObject({ comment_count: 1 });
  });

  it('refuses unanswered, unmet and invented criteria, and a proof of nothing', async () => {
    const project = await open();
    const { id } = await project.addTask({
      status: 'in_progress',
      acceptance_criteria: ['Logs in', 'Logs out'],
    });
    const proof = (criteria_results: object[]) => ({
      id,
      summary: 's',
      evidence: ['e'],
      criteria_results,
    });
    const met = { criterion: 'Logs in', met: true, evidence: 'e' };
    const unmet = { criterion: 'Logs out', met: false, evidence: 'no button' };
    expect(await project.refusal('complete_task', proof([met, unmet]))).toMatchObject({
      code: 'conflict',
      message: `Task #${id} has 1 criterion that is not answered as met.`,
      details: [{ message: 'not met: Logs out' }],
    });
    expect((await project.refusal('complete_task', proof([]))).details).toHaveLength(2);
    const invented = { ...met, criterion: 'logs in' };
    expect(await project.refusal('complete_task', proof([invented]))).toMatchObject({
      code: 'invalid_argument',
      message: `Not a criterion of task #${id}: "logs in".`,
      details: [{ message: 'a criterion: Logs in' }, { message: 'a criterion: Logs out' }],
    });
    expect(
      (await project.refusal('complete_task', { id, summary: 's', evidence: [] })).details,
    ).toMatchObject([{ field: 'evidence' }]);
    expect((await project.refusal('complete_task', { summary: 's', evidence: ['e'] })).code).toBe(
      'invalid_argument',
    );
    const other = await project.addTask();
    const stranger = session({ task_id: other.id });
    expect((await project.refusal('complete_task', proof([]), stranger)).code).toBe('not_allowed');
    const draft = await project.addTask({ status: 'draft' });
    const early = { id: draft.id, summary: 's', evidence: ['e'] };
    expect((await project.refusal('complete_task', early)).code).toBe('conflict');
  });
});

describe('skip_task', () => {
  it.each<TaskStatus>(['draft', 'pending', 'in_progress', 'blocked', 'needs_input', 'failed'])(
    'decides against a task that is %s, once, with the reason as a comment',
    async (status) => {
      const project = await open();
      const { id } = await project.addTask({ status });
      const skip = { id, reason: 'Done elsewhere' };
      for (let n = 0; n < 2; n++) await project.answer('skip_task', skip);
      expect(await project.answer('get_task', { id })).toMatchObject({
        task: { status: 'skipped', status_reason: 'Done elsewhere' },
        comments: [{ kind: 'note', body: 'Skipped: Done elsewhere' }],
        comment_count: 1,
      });
    },
  );

  it('refuses done work, foreign tasks, missing tasks and no reason', async () => {
    const project = await open();
    const done = await project.addTask({ status: 'done' });
    const own = await project.addTask();
    const code = async (input: object, identity = session({ task_id: own.id })) =>
      (await project.refusal('skip_task', { reason: 'r', ...input }, identity)).code;
    expect(await code({ id: done.id }, session())).toBe('conflict');
    expect(await code({ id: done.id })).toBe('not_allowed');
    expect(await code({ id: 9 }, session())).toBe('not_found');
    expect(await code({ id: own.id, reason: '' })).toBe('invalid_argument');
  });
});
