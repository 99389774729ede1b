import { describe, expect, it } from 'vitest';
import { projectFixture, session } from '../testing/project-fixture.ts';
import { projectTools } from '../tools.ts';

const open = () => projectFixture(projectTools);
const bytes = (text: string) => Buffer.byteLength(text);

describe('list_tasks', () => {
  it('filters by status, feature and discipline, and refuses names that are not there', async () => {
    const project = await open();
    const login = await project.addTask({ title: 'Login' });
    await project.addTask({ title: 'Chart', feature: 'reports', discipline: 'frontend' });
    await project.addTask({ title: 'Idea', status: 'draft' });
    const line = {
      id: login.id,
      title: 'Login',
      status: 'pending',
      priority: 'medium',
      feature: 'auth',
      discipline: 'backend',
    };
    const filter = {
      filter_status: 'pending',
      filter_feature: 'auth',
      filter_discipline: 'backend',
    };
    expect(await project.answer('list_tasks', filter)).toEqual({
      tasks: [line],
      next_cursor: null,
    });
    expect(await project.text('list_tasks', filter)).toBe(
      `#${login.id} [pending] medium auth/backend: Login`,
    );
    expect(await project.text('list_tasks', { filter_status: 'failed' })).toBe('No tasks.');
    expect(await project.refusal('list_tasks', { filter_feature: 'auht' })).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('Did you mean "auth"?'),
    });
    expect((await project.refusal('list_tasks', { filter_discipline: 'design' })).code).toBe(
      'not_found',
    );
  });

  it('pages 200 long titles in answers of at most 8 KB without losing or repeating one', async () => {
    const project = await open();
    const title = 'é'.repeat(199);
    await project.addTask();
    await project.store(async ({ tasks }) => {
      for (let n = 1; n < 200; n++) {
        await tasks.add({
          feature: 'auth',
          discipline: 'backend',
          title,
          status: 'pending',
          provenance: 'human',
        });
      }
    });
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const input = { limit: 200, ...(typeof cursor === 'string' && { cursor }) };
      const outcome = await project.call('list_tasks', input);
      if (!outcome.ok) throw new Error(outcome.error.message);
      expect(bytes(outcome.text)).toBeLessThanOrEqual(8_192);
      seen.push(...Object.values(outcome.structured?.tasks ?? {}).map((task) => task.id));
      cursor = outcome.structured?.next_cursor;
    } while (typeof cursor === 'string');
    expect(seen).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  });

  it.each(['', 'x', '-1', '1e3', '1.5'])('refuses "%s" as a cursor', async (cursor) => {
    const project = await open();
    expect(await project.refusal('list_tasks', { cursor })).toMatchObject({
      code: 'invalid_argument',
      details: [{ field: 'cursor', message: 'not from next_cursor' }],
      hint: expect.stringContaining('next_cursor'),
    });
  });
});

describe('get_task', () => {
  it("shows a session its own task with comments, direct dependencies and what they left, never the tree's rest", async () => {
    const project = await open();
    const first = await project.addTask({ title: 'Schema', status: 'done' });
    const second = await project.addTask({ title: 'API', status: 'done' }, [first.id]);
    const third = await project.addTask({ title: 'Form', hints: 'Mind the tab order' }, [
      second.id,
    ]);
    const fourth = await project.addTask({ title: 'Docs' }, [third.id]);
    await project.answer('add_task_comment', { task_id: second.id, kind: 'handoff', body: 'Old' });
    await project.answer('add_task_comment', {
      task_id: second.id,
      kind: 'handoff',
      body: 'POST /login returns {token}',
    });
    await project.answer('add_task_comment', { task_id: third.id, body: 'Begun' });
    await project.answer('ask_human', { id: third.id, question: 'Which label?', blocking: false });
    const own = session({ task_id: third.id });
    expect(await project.answer('get_task', {}, own)).toMatchObject({
      task: { id: third.id, hints: 'Mind the tab order', depends_on: [second.id] },
      comments: [
        { kind: 'note', body: 'Begun', author: 'person' },
        { kind: 'question', body: 'Which label?' },
      ],
      comment_count: 2,
      dependencies: [
        { id: second.id, status: 'done', last_handoff: 'POST /login returns {token}' },
      ],
      dependents: [{ id: fourth.id, title: 'Docs', status: 'pending' }],
      open_questions: [{ question: 'Which label?' }],
      cut: [],
    });
    const text = await project.text('get_task', {}, own);
    expect(text).toContain('Waits for:\n  #2 [done] API — POST /login returns {token}');
    expect(text).toContain('Comments (2, newest first):\n  (4) question by person: Which label?');
    expect(text).not.toContain('Schema');
  });

  it('answers within its limits however much was written, with the criteria whole', async () => {
    const project = await open();
    const much = (length: number) => 'Ж'.repeat(length);
    const list = (count: number, length: number) =>
      Array.from({ length: count }, (_, place) => `${place} ${much(length)}`);
    const dependencies: number[] = [];
    for (let n = 0; n < 40; n++) dependencies.push((await project.addTask()).id);
    const criteria = list(20, 500);
    const task = await project.addTask(
      {
        description: much(20_000),
        pseudocode: much(20_000),
        hints: much(8_000),
        acceptance_criteria: criteria,
        context_files: list(100, 400),
        evidence: list(30, 1_900),
        external_data: { story: much(50_000) },
      },
      dependencies,
    );
    await project.store(async ({ comments, questions }) => {
      for (const id of dependencies) {
        await comments.add({ task_id: id, kind: 'handoff', body: much(8_000) });
      }
      for (let n = 0; n < 30; n++) {
        await comments.add({ task_id: task.id, kind: 'note', body: much(8_000) });
        await questions.ask(task.id, much(4_000), false);
      }
    });
    const outcome = await project.call('get_task', { id: task.id });
    if (!outcome.ok) throw new Error(outcome.error.message);
    expect(bytes(outcome.text)).toBeLessThanOrEqual(8_192);
    expect(bytes(JSON.stringify(outcome.structured))).toBeLessThanOrEqual(65_536);
    expect(outcome.structured).toMatchObject({
      task: { id: task.id, acceptance_criteria: criteria },
      comment_count: 30,
      cut: expect.arrayContaining(['comments', 'task.description']),
    });
    expect(outcome.text).toContain('Open questions:');
    expect(outcome.text).toContain('Waits for:');
  });

  it('says what is missing when there is no such task, or none of its own', async () => {
    const project = await open();
    expect(await project.refusal('get_task', { id: 7 })).toMatchObject({
      code: 'not_found',
      message: 'There is no task #7.',
      details: [{ field: 'id', message: 'unknown task' }],
    });
    expect(await project.refusal('get_task', {})).toMatchObject({
      code: 'invalid_argument',
      hint: 'Give the id of the task.',
    });
  });
});

describe('search_tasks', () => {
  it('ranks words in titles first, falls back to any word, and filters', async () => {
    const project = await open();
    const inText = await project.addTask({ title: 'Form', description: 'Handles login tokens' });
    const inTitle = await project.addTask({ title: 'Login tokens expire' });
    const tagged = await project.addTask({ title: 'Chart', feature: 'reports', tags: ['tokens'] });
    const ids = async (input: object) =>
      Object.values((await project.answer('search_tasks', input)).tasks ?? {}).map(({ id }) => id);
    expect(await ids({ query: 'login token' })).toEqual([inTitle.id, inText.id]);
    expect(await ids({ query: 'tokens', filter_feature: 'reports' })).toEqual([tagged.id]);
    expect(await ids({ query: 'tokens nowhere', limit: 1 })).toHaveLength(1);
    expect(await ids({ query: '"OR* ) --' })).toEqual([]);
    expect(await project.text('search_tasks', { query: 'unheard' })).toBe('No task fits.');
    await project.answer('update_task', { id: inText.id, description: 'Handles sessions' });
    expect(await ids({ query: 'login' })).toEqual([inTitle.id]);
    await project.answer('delete_task', { id: inTitle.id });
    expect(await ids({ query: 'login' })).toEqual([]);
    expect((await project.refusal('search_tasks', { query: ' ' })).code).toBe('invalid_argument');
    expect(
      (await project.refusal('search_tasks', { query: 'x', filter_feature: 'gone' })).code,
    ).toBe('not_found');
  });

  it('finds what the filter lets through behind hundreds of better fits', async () => {
    const project = await open();
    const hidden = await project.addTask({ feature: 'rare', description: 'cache' });
    await project.addTask({ title: 'cache' });
    await project.store(async ({ tasks }) => {
      for (let n = 0; n < 300; n++) {
        await tasks.add({
          feature: 'auth',
          discipline: 'backend',
          title: 'cache',
          status: 'pending',
          provenance: 'human',
        });
      }
    });
    expect(
      await project.answer('search_tasks', { query: 'cache', filter_feature: 'rare' }),
    ).toMatchObject({ tasks: [{ id: hidden.id }] });
  });
});

describe('get_dependency_details', () => {
  it('shows what each direct dependency made, and pages when that is much', async () => {
    const project = await open();
    const ids: number[] = [];
    for (let n = 0; n < 30; n++) {
      const task = await project.addTask({
        title: `Part ${n}`,
        status: 'done',
        summary: `Made ${n}. ${'x'.repeat(3_000)}`,
        output_artifacts: [`src/part-${n}.ts`],
        reopen_requested: n === 0 ? 'from #31: broken' : '',
      });
      ids.push(task.id);
      await project.answer('add_task_comment', {
        task_id: task.id,
        kind: 'handoff',
        body: `See part ${n}`,
      });
    }
    const own = session({ task_id: (await project.addTask({}, ids)).id });
    const seen: unknown[] = [];
    let cursor: unknown;
    let pages = 0;
    do {
      const input = typeof cursor === 'string' ? { cursor } : {};
      const outcome = await project.call('get_dependency_details', input, own);
      if (!outcome.ok) throw new Error(outcome.error.message);
      expect(bytes(outcome.text)).toBeLessThanOrEqual(8_192);
      if (pages === 0) {
        expect(outcome.text).toContain('  Handoff: See part 0\n  Made: src/part-0.ts');
        expect(outcome.text).toContain('  Reopening asked for: from #31: broken');
      }
      seen.push(...Object.values(outcome.structured?.dependencies ?? {}).map(({ id }) => id));
      cursor = outcome.structured?.next_cursor;
      pages++;
    } while (typeof cursor === 'string');
    expect(seen).toEqual(ids);
    expect(pages).toBeGreaterThan(1);
    expect(await project.text('get_dependency_details', { id: ids[0] })).toBe(
      `#${ids[0]} waits for nothing.`,
    );
    expect((await project.refusal('get_dependency_details', {})).code).toBe('invalid_argument');
    expect((await project.refusal('get_dependency_details', { id: 99 })).code).toBe('not_found');
  });
});
