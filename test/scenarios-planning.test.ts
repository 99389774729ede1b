import { describe, expect, it } from 'vitest';
import { scenario } from './support/scenario.ts';

const soon = () => new Date(Date.now() + 600_000).toISOString();

describe('reviews and conversations', () => {
  it('3: a review moves what belongs elsewhere into a feature of its own', async () => {
    const project = await scenario();
    const ids: number[] = [];
    for (const title of ['Login', 'Roles', 'Permissions', 'Role editor']) {
      ids.push(await project.addTask({ title }));
    }
    const [login = 0, ...misplaced] = ids;
    const [held = 0] = misplaced;
    const review = await project.launch({ recipe: 'opus_review', feature: 'authentication' });
    const listed = await review.tools();
    expect(listed).toEqual(expect.arrayContaining(['create_feature', 'move_task_to_feature']));
    expect(listed.filter((name) => name.startsWith('delete_'))).toEqual([]);
    await review.answer('create_feature', {
      name: 'authorization',
      display_name: 'Authorization',
      boundaries: 'Who may do what; not who is who',
      confirm_distinct: true,
    });
    await project.store(({ claims }) => claims.claim(held, 'ses_elsewhere', soon()));
    const move = { task_ids: misplaced, feature: 'authorization' };
    expect(await review.refusal('move_task_to_feature', move)).toMatchObject({
      code: 'conflict',
      details: [{ message: expect.stringContaining(`#${held} is held by ses_elsewhere`) }],
    });
    expect((await project.task(misplaced[1] ?? 0)).feature).toBe('authentication');
    await project.store(({ claims }) => claims.drop(held));
    expect(await review.answer('move_task_to_feature', move)).toMatchObject({ moved: misplaced });
    await review.answer('update_feature', { name: 'authentication', boundaries: 'No roles' });
    expect((await project.task(login)).feature).toBe('authentication');
    expect((await project.task(held)).feature).toBe('authorization');
    expect(await project.store(({ features }) => features.get('authentication'))).toMatchObject({
      boundaries: 'No roles',
    });
  });

  it('4: a draft that is three tasks is split, and nothing is deleted', async () => {
    const project = await scenario();
    const before = await project.addTask({ title: 'Base', status: 'done' });
    const big = await project.addTask({ title: 'Whole auth', status: 'draft' }, [before]);
    const after = await project.addTask({ title: 'Docs', status: 'draft' }, [big]);
    const agent = await project.launch({ recipe: 'enrichment', taskId: big });
    expect(await agent.refusal('delete_task', { id: big })).toMatchObject({
      code: 'not_allowed',
      hint: expect.stringContaining('skip_task'),
    });
    expect(await agent.refusal('set_task_status', { id: big, status: 'skipped' })).toMatchObject({
      code: 'not_allowed',
      hint: expect.stringContaining('skip_task'),
    });
    const { tasks, repointed } = await agent.answer('spawn_subtasks', {
      parent_id: big,
      tasks: [
        { title: 'Tokens' },
        { title: 'Sessions', depends_on: ['$0'] },
        { title: 'Form', depends_on: ['$0', '$1'] },
      ],
    });
    const [tokens = 0, sessions = 0, form = 0] = Object.values(tasks ?? {}).map(({ id }) => id);
    expect(repointed).toEqual([after]);
    expect(await project.task(big)).toMatchObject({
      status: 'skipped',
      superseded_by: [tokens, sessions, form],
    });
    expect((await project.task(tokens)).depends_on).toEqual([before]);
    expect((await project.task(form)).depends_on).toEqual([tokens, sessions]);
    expect((await project.task(after)).depends_on).toEqual([form]);
    expect(await project.task(form)).toMatchObject({ feature: 'authentication', status: 'draft' });
  });

  it('8: a braindump meets the feature it is about to create twice, and ramble merges the two', async () => {
    const project = await scenario();
    const dump = await project.launch({ recipe: 'braindump', input: 'auth, authentication…' });
    await dump.answer('create_feature', { name: 'authentication', display_name: 'Sign-in' });
    const twin = { name: 'auth', display_name: 'Auth' };
    expect(await dump.refusal('create_feature', twin)).toMatchObject({
      code: 'similar_exists',
      details: [{ field: 'name', message: expect.stringContaining('authentication') }],
    });
    expect(await dump.refusal('delete_feature', { name: 'authentication' })).toMatchObject({
      code: 'not_allowed',
    });
    await dump.answer('create_feature', { ...twin, confirm_distinct: true });
    const id = await project.addTask({ title: 'Login', feature: 'auth' });
    const talk = await project.launch({ recipe: 'ramble', feature: 'authentication' });
    const merge = { source: 'auth', target: 'authentication', reason: 'One thing' };
    expect(await talk.answer('merge_features', merge)).toMatchObject({ removed: 'auth', tasks: 1 });
    expect((await project.task(id)).feature).toBe('authentication');
    expect(await project.store(({ features }) => features.find('auth'))).toBeUndefined();
  });

  it('21: an agent that has lost track does not create the same task again and again', async () => {
    const project = await scenario();
    await project.addTask({ title: 'Base' });
    const review = await project.launch({ recipe: 'opus_review' });
    const follow = { feature: 'authentication', discipline: 'backend', title: 'Rotate the keys' };
    const { task } = await review.answer('create_task', follow);
    for (const title of ['Rotate the keys', 'rotate the KEYS']) {
      expect(await review.refusal('create_task', { ...follow, title })).toMatchObject({
        code: 'similar_exists',
        hint: expect.stringContaining(`Go on with #${Object(task).id}`),
      });
    }
    const enrichment = await project.launch({ recipe: 'enrichment' });
    expect((await enrichment.refusal('create_task', follow)).code).toBe('similar_exists');
    const { tasks } = await review.answer('list_tasks');
    expect(tasks).toHaveLength(2);
  });

  it('23: what done was proven against is not rewritten afterwards', async () => {
    const project = await scenario();
    const id = await project.addTask({
      title: 'Login',
      status: 'done',
      acceptance_criteria: ['Ten attempts lock the account'],
    });
    const review = await project.launch({ recipe: 'opus_review' });
    const { tools } = await review.client.listTools();
    const update = tools.find(({ name }) => name === 'update_task');
    expect(Object.keys(update?.inputSchema.properties ?? {}).sort()).toEqual([
      'description',
      'id',
      'priority',
    ]);
    const weaker = { id, acceptance_criteria: ['There is a login'] };
    expect(await review.refusal('update_task', weaker)).toMatchObject({
      code: 'not_allowed',
      message: 'In recipe opus_review, update_task may not set acceptance_criteria.',
    });
    await review.answer('update_task', { id, priority: 'low' });
    const enrichment = await project.launch({ recipe: 'enrichment' });
    expect(await enrichment.refusal('update_task', weaker)).toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('Reopen it first'),
    });
    expect((await project.task(id)).acceptance_criteria).toEqual(['Ten attempts lock the account']);
  });

  it('24: a request to redo finished work is answered, not obeyed', async () => {
    const project = await scenario();
    const api = await project.addTask({ title: 'API', status: 'done' });
    const form = await project.addTask({ title: 'Form', status: 'in_progress' }, [api]);
    const agent = await project.launch({ recipe: 'task_execution', taskId: form });
    await agent.answer('report_blocker', { reason: 'No user in it', suspect_task_id: api });
    const review = await project.launch({ recipe: 'opus_review' });
    expect((await review.call('get_task', { id: api })).text).toContain(
      `Reopening asked for: from #${form}: No user in it`,
    );
    await review.answer('set_task_status', {
      id: api,
      status: 'done',
      reason: 'The user comes from /me, as specified',
    });
    await review.answer('set_task_status', { id: form, status: 'pending' });
    expect(await project.task(api)).toMatchObject({ status: 'done', reopen_requested: '' });
    const retry = await project.launch({ recipe: 'task_execution', taskId: form });
    expect((await retry.call('get_task', { id: api })).text).toContain('comes from /me');
  });
});
