import { describe, expect, it } from 'vitest';
import { projectFixture, session } from '../testing/project-fixture.ts';
import { projectTools } from '../tools.ts';

const open = () => projectFixture(projectTools);

describe('spawn_subtasks', () => {
  it('replaces the parent by its parts: the first inherit what it waited for, the last what waited for it', async () => {
    const project = await open();
    const before = await project.addTask({ status: 'done' });
    const parent = await project.addTask(
      { status: 'draft', priority: 'high', context_files: ['src/a.ts'] },
      [before.id],
    );
    const waiting = await project.addTask({}, [parent.id, before.id]);
    await project.addDisciplines('frontend');
    const split = {
      parent_id: parent.id,
      tasks: [
        { title: 'Schema' },
        { title: 'API', depends_on: ['$0'], priority: 'low' },
        { title: 'Form', depends_on: ['$0'], discipline: 'frontend', acceptance_criteria: ['c'] },
      ],
    };
    expect(await project.answer('spawn_subtasks', split, session())).toMatchObject({
      parent: { id: parent.id, status: 'skipped' },
      tasks: [
        { id: 4, title: 'Schema', status: 'draft', priority: 'high', discipline: 'backend' },
        { id: 5, title: 'API', priority: 'low' },
        { id: 6, title: 'Form', discipline: 'frontend' },
      ],
      repointed: [waiting.id],
    });
    const task = (id: number) => project.store(({ tasks }) => tasks.get(id));
    expect(await task(parent.id)).toMatchObject({
      status_reason: 'Too big for one session.',
      superseded_by: [4, 5, 6],
    });
    expect(await task(4)).toMatchObject({
      depends_on: [before.id],
      context_files: ['src/a.ts'],
      discovered_from: parent.id,
      provenance: 'agent',
    });
    expect((await task(6)).depends_on).toEqual([4]);
    expect((await task(waiting.id)).depends_on).toEqual([before.id, 5, 6]);
    const actions = (await project.events()).map(({ entity_id, action }) => [entity_id, action]);
    expect(actions).toContainEqual([String(parent.id), 'draft → skipped']);
    expect(actions).toContainEqual([String(waiting.id), 'dependencies']);
  });

  it('makes the parts ready when the parent was', async () => {
    const project = await open();
    const parent = await project.addTask({ status: 'blocked' });
    expect(
      await project.answer('spawn_subtasks', { parent_id: parent.id, tasks: [{ title: 'One' }] }),
    ).toMatchObject({ tasks: [{ status: 'pending' }] });
  });

  it.each([
    ['a part that is not there', [{ title: 'a', depends_on: ['$1'] }], 'invalid_argument'],
    ['itself', [{ title: 'a', depends_on: ['$0'] }], 'invalid_argument'],
    ['the parent', [{ title: 'a', depends_on: [1] }], 'invalid_argument'],
    ['a task that is not there', [{ title: 'a', depends_on: [99] }], 'not_found'],
    ['what waits for the parent', [{ title: 'a', depends_on: [2] }], 'cycle'],
    [
      'each other',
      [
        { title: 'a', depends_on: ['$1'] },
        { title: 'b', depends_on: ['$0'] },
      ],
      'cycle',
    ],
    ['an unknown discipline', [{ title: 'a', discipline: 'none' }], 'not_found'],
    ['a file outside', [{ title: 'a', context_files: ['../b'] }], 'invalid_argument'],
    ['nothing', [], 'invalid_argument'],
  ])('refuses parts that refer to %s, and splits nothing', async (_, tasks, code) => {
    const project = await open();
    const parent = await project.addTask();
    await project.addTask({}, [parent.id]);
    const error = await project.refusal('spawn_subtasks', { parent_id: parent.id, tasks });
    expect(error).toMatchObject({ code, hint: expect.stringMatching(/\w/) });
  });

  it('refuses what is closed, what is not there and what is not its own', async () => {
    const project = await open();
    const tasks = [{ title: 'Part' }];
    for (const status of ['done', 'skipped'] as const) {
      const { id } = await project.addTask({ status });
      expect(await project.refusal('spawn_subtasks', { parent_id: id, tasks })).toMatchObject({
        code: 'conflict',
        message: `Task #${id} is ${status} and cannot be split.`,
        hint: 'Create new tasks instead.',
      });
    }
    expect((await project.refusal('spawn_subtasks', { parent_id: 9, tasks })).code).toBe(
      'not_found',
    );
    const own = session({ recipe: 'enrichment', task_id: 1 });
    expect((await project.refusal('spawn_subtasks', { parent_id: 2, tasks }, own)).code).toBe(
      'not_allowed',
    );
  });

  it('lets a split task be taken up again only when none of its parts is open', async () => {
    const project = await open();
    const { id } = await project.addTask();
    await project.answer('spawn_subtasks', { parent_id: id, tasks: [{ title: 'Part' }] });
    const reopen = { id, status: 'pending' };
    expect(await project.refusal('set_task_status', reopen)).toMatchObject({
      code: 'conflict',
      message: `Task #${id} was split, and #2 (pending) of its parts are open.`,
      hint: 'Work on the parts, or skip them with a reason first.',
    });
    await project.answer('skip_task', { id: 2, reason: 'Back to one' });
    await project.answer('set_task_status', reopen);
    expect((await project.store(({ tasks }) => tasks.get(id))).superseded_by).toEqual([]);
  });
});
