import { describe, expect, it } from 'vitest';
import { projectFixture, session } from '../testing/project-fixture.ts';
import { projectTools } from '../tools.ts';

const open = () => projectFixture(projectTools);
const task = { feature: 'auth', discipline: 'backend', title: 'Login form' };

async function openWithNames() {
  const project = await open();
  await project.addFeatures('auth');
  await project.addDisciplines('backend');
  return project;
}

describe('create_task', () => {
  it('keeps every field, stores paths as the repository has them, and records who did it', async () => {
    const project = await openWithNames();
    const first = await project.addTask();
    const fields = {
      ...task,
      description: 'With a token',
      priority: 'critical',
      status: 'pending',
      acceptance_criteria: ['It logs in'],
      depends_on: [first.id],
      tags: ['ui'],
      context_files: ['./src//login.ts', 'src\\login.ts'],
      output_artifacts: ['src/form.ts'],
      hints: 'As in the register form',
      estimated_turns: 12,
    };
    const own = session({ task_id: first.id });
    const created = await project.answer('create_task', fields, own);
    expect(created).toEqual({
      task: { ...task, id: 2, status: 'pending', priority: 'critical' },
    });
    expect(await project.store(({ tasks }) => tasks.get(2))).toMatchObject({
      ...fields,
      context_files: ['src/login.ts'],
      provenance: 'agent',
      discovered_from: first.id,
    });
    expect(await project.events()).toMatchObject([
      { entity: 'task', entity_id: '2', action: 'created', session_id: 'ses_test', before: null },
      { entity: 'task', entity_id: '2', action: 'dependencies', after: { depends_on: [first.id] } },
    ]);
  });

  it('makes drafts unless told otherwise, and says whether a person or an agent made them', async () => {
    const project = await openWithNames();
    expect(await project.answer('create_task', task)).toMatchObject({
      task: { status: 'draft', priority: 'medium' },
    });
    expect((await project.store(({ tasks }) => tasks.get(1))).provenance).toBe('human');
  });

  it('works in a session whose own task somebody has deleted', async () => {
    const project = await openWithNames();
    const orphan = session({ task_id: 7 });
    await project.answer('create_task', task, orphan);
    const fact = { feature_name: 'auth', text: 'Tokens expire after an hour' };
    await project.answer('append_feature_learning', fact, orphan);
    expect((await project.store(({ tasks }) => tasks.get(1))).discovered_from).toBeNull();
  });

  it('refuses an agent a second open task of the same title, and lets a person have it', async () => {
    const project = await openWithNames();
    await project.answer('create_task', task);
    const again = { ...task, title: 'LOGIN form' };
    expect(await project.refusal('create_task', again, session())).toMatchObject({
      code: 'similar_exists',
      details: [{ field: 'title', message: '#1 "Login form"' }],
      hint: 'Go on with #1, or say in the title how the new one differs.',
    });
    await project.answer('create_task', again);
    for (const id of [1, 2]) await project.answer('skip_task', { id, reason: 'Not needed' });
    await project.answer('create_task', again, session());
  });

  it('refuses bad input with a code and leaves nothing behind', async () => {
    const project = await openWithNames();
    const refused = async (input: object) =>
      project.refusal('create_task', { ...task, ...input }, session());
    expect(await refused({ feature: 'auht' })).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('Did you mean "auth"?'),
    });
    expect(await refused({ discipline: 'none' })).toMatchObject({ code: 'not_found' });
    expect(await refused({ depends_on: [41, 42] })).toMatchObject({
      code: 'not_found',
      message: 'depends_on names #41, #42, which do not exist.',
      details: [{ field: 'depends_on' }],
    });
    expect(await refused({ context_files: ['../../etc/passwd'] })).toMatchObject({
      code: 'invalid_argument',
    });
    for (const [field, value] of [
      ['title', 'x'.repeat(1_000_000)],
      ['title', 'a\nb'],
      ['title', 'a\0b'],
      ['title', '   '],
      ['title', 7],
      ['description', '\u001b[2J'],
      ['description', '\ud83d'],
      ['status', 'done'],
      ['priority', 3],
      ['depends_on', ['1']],
      ['depends_on', [0]],
      ['acceptance_criteria', ['']],
      ['estimated_turns', 0.5],
      ['author', 'me'],
    ] as const) {
      const error = await refused({ [field]: value });
      expect(error).toMatchObject({ code: 'invalid_argument' });
      expect(error.details[0]?.field.split('.')[0]).toBe(field);
      expect(error.hint).toContain('Fields of create_task: feature, discipline, title');
    }
    expect((await project.refusal('create_task', { title: 'Only a title' })).details).toMatchObject(
      [{ field: 'feature' }, { field: 'discipline' }],
    );
  });
});

describe('update_task', () => {
  it('replaces what is given, says what changed, and keeps the old in the history', async () => {
    const project = await open();
    const other = await project.addTask();
    const { id } = await project.addTask({ tags: ['old'], hints: 'Keep' });
    const change = {
      id,
      title: 'New',
      priority: 'low',
      tags: ['a', 'b'],
      depends_on: [other.id],
      output_artifacts: ['out/a.txt'],
      hints: 'Keep',
    };
    expect(await project.answer('update_task', change)).toMatchObject({
      task: { id, title: 'New', priority: 'low' },
      changed: expect.arrayContaining([
        'title',
        'priority',
        'output_artifacts',
        'tags',
        'depends_on',
      ]),
    });
    expect(await project.events()).toMatchObject([
      { action: 'changed', before: { title: 'A task', tags: ['old'] }, after: { title: 'New' } },
      { action: 'dependencies', before: { depends_on: [] }, after: { depends_on: [other.id] } },
    ]);
    expect(await project.text('update_task', { id, hints: 'Keep' })).toContain(
      'Changed: nothing, it was so already',
    );
  });

  it('refuses circles with the path, itself, and tasks that are not there', async () => {
    const project = await open();
    const a = await project.addTask();
    const b = await project.addTask({}, [a.id]);
    const c = await project.addTask({}, [b.id]);
    const depends = (on: number) => project.refusal('update_task', { id: a.id, depends_on: [on] });
    expect(await depends(c.id)).toMatchObject({
      code: 'cycle',
      message: 'This would make a circle of 3 tasks: #1 → #3 → #2 → #1.',
      details: [{ field: 'depends_on', message: '#1 → #3 → #2 → #1' }],
      hint: expect.stringContaining('Leave out one of these links'),
    });
    expect((await depends(a.id)).message).toBe('This would make a circle of 1 task: #1 → #1.');
    expect((await depends(9)).code).toBe('not_found');
  });

  it('does not let what done was proven against change afterwards', async () => {
    const project = await open();
    const other = await project.addTask();
    const { id } = await project.addTask({ status: 'done', acceptance_criteria: ['It works'] });
    for (const change of [{ acceptance_criteria: [] }, { depends_on: [other.id] }]) {
      expect(await project.refusal('update_task', { id, ...change })).toMatchObject({
        code: 'conflict',
        hint: expect.stringContaining('Reopen it first'),
      });
    }
    await project.answer('update_task', { id, priority: 'low' });
  });

  it('refuses nothing to change, unknown tasks and the status', async () => {
    const project = await open();
    const { id } = await project.addTask();
    expect(await project.refusal('update_task', { id })).toMatchObject({
      code: 'invalid_argument',
      hint: 'Name at least one field besides id.',
    });
    expect((await project.refusal('update_task', { id: 9, title: 'x' })).code).toBe('not_found');
    expect((await project.refusal('update_task', { id, status: 'done' })).details).toEqual([
      { field: 'status', message: 'unknown field' },
    ]);
  });
});

describe('delete_task', () => {
  it('removes a task nobody refers to, and what hung on it', async () => {
    const project = await open();
    const { id } = await project.addTask({ title: 'Gone' });
    await project.answer('add_task_comment', { task_id: id, body: 'x' });
    expect(await project.text('delete_task', { id })).toBe(`Deleted #${id}.`);
    expect(await project.store(({ tasks }) => tasks.find(id))).toBeUndefined();
    expect((await project.events()).at(-1)).toMatchObject({
      action: 'deleted',
      before: { title: 'Gone' },
      after: null,
    });
    expect((await project.refusal('delete_task', { id })).code).toBe('not_found');
  });

  it('refuses while tasks depend on it, came from it, were replaced by it, or it is being worked on', async () => {
    const project = await open();
    const { id } = await project.addTask();
    const waiting = await project.addTask({}, [id]);
    expect(await project.refusal('delete_task', { id })).toMatchObject({
      code: 'conflict',
      message: `Task #${id} cannot be deleted: #${waiting.id} refers to it.`,
      hint: 'Skip it with a reason instead, or change those tasks first.',
    });
    const split = { parent_id: waiting.id, tasks: [{ title: 'One' }] };
    await project.answer('spawn_subtasks', split);
    await project.answer('spawn_subtasks', { parent_id: 3, tasks: [{ title: 'Two' }] });
    expect((await project.refusal('delete_task', { id: waiting.id })).message).toContain('#3');
    expect((await project.refusal('delete_task', { id: 4 })).message).toContain('#3 refers to it');
    const busy = await project.addTask({ status: 'in_progress' });
    expect(await project.refusal('delete_task', { id: busy.id })).toMatchObject({
      code: 'conflict',
      message: `Task #${busy.id} is in progress.`,
    });
  });
});

describe('enrich_task', () => {
  it('gives a draft what it needs and makes it ready', async () => {
    const project = await open();
    const { id } = await project.addTask({ status: 'draft', acceptance_criteria: ['Old'] });
    const rich = { id, pseudocode: 'ask; check; answer', context_files: ['src/a.ts'] };
    expect(await project.answer('enrich_task', rich)).toMatchObject({
      task: { status: 'pending' },
    });
    expect(await project.store(({ tasks }) => tasks.get(id))).toMatchObject({
      pseudocode: 'ask; check; answer',
      acceptance_criteria: ['Old'],
      context_files: ['src/a.ts'],
      enriched_at: '2026-01-01T00:00:00.000Z',
    });
    expect(await project.events()).toMatchObject([{ action: 'draft → pending' }]);
    expect(await project.refusal('enrich_task', rich)).toMatchObject({
      code: 'conflict',
      message: `Task #${id} is pending, and only drafts are enriched.`,
      hint: expect.stringContaining('update_task'),
    });
    expect((await project.refusal('enrich_task', { ...rich, id: 9 })).code).toBe('not_found');
    expect((await project.refusal('enrich_task', { id, pseudocode: '' })).code).toBe(
      'invalid_argument',
    );
  });
});

describe('update_task_context', () => {
  it("keeps a session's own task true to the code, and nothing else", async () => {
    const project = await open();
    const { id } = await project.addTask({ context_files: ['src/old.ts'], hints: 'First' });
    const change = {
      add_context_files: ['src/new.ts'],
      remove_context_files: ['./src/old.ts'],
      add_hint: 'Moved to new.ts',
    };
    const own = session({ task_id: id });
    expect(await project.answer('update_task_context', change, own)).toEqual({
      id,
      added: ['src/new.ts'],
      removed: ['src/old.ts'],
      context_files: 1,
      hints: 'First\nMoved to new.ts',
    });
    expect(await project.events()).toMatchObject([
      {
        before: { context_files: ['src/old.ts'], hints: 'First' },
        after: { context_files: ['src/new.ts'] },
      },
    ]);
    const other = await project.addTask();
    expect(
      await project.refusal('update_task_context', { id: other.id, add_hint: 'x' }, own),
    ).toMatchObject({
      code: 'not_allowed',
      message: `This session works on task #${id} and may not change the context of task #${other.id}.`,
    });
  });

  it('refuses files outside, files that are not there to remove, too many and nothing at all', async () => {
    const project = await open();
    const files = Array.from({ length: 99 }, (_, n) => `src/${n}.ts`);
    const { id } = await project.addTask({ context_files: files, hints: 'h'.repeat(7_990) });
    const refused = (input: object) => project.refusal('update_task_context', { id, ...input });
    expect(await refused({})).toMatchObject({
      code: 'invalid_argument',
      hint: 'Give add_context_files, remove_context_files or add_hint.',
    });
    expect((await refused({ add_context_files: ['/etc/passwd'] })).code).toBe('invalid_argument');
    expect(await refused({ remove_context_files: ['src/none.ts'] })).toMatchObject({
      code: 'not_found',
      details: [{ field: 'remove_context_files', message: 'src/none.ts' }],
    });
    expect(await refused({ add_context_files: ['a', 'b'] })).toMatchObject({
      code: 'budget_exceeded',
      message: `Task #${id} would have 101 context files, and 100 is the most.`,
    });
    expect(await refused({ add_hint: 'twelve chars' })).toMatchObject({
      code: 'budget_exceeded',
      hint: expect.stringContaining('Leave a comment instead'),
    });
    expect((await project.refusal('update_task_context', { add_hint: 'x' })).code).toBe(
      'invalid_argument',
    );
  });
});
