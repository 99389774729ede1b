import { describe, expect, it } from 'vitest';
import { scenario } from './support/scenario.ts';

const projectToolsOfExecution = [
  'get_task',
  'set_task_status',
  'complete_task',
  'update_task_context',
  'get_dependency_details',
  'report_blocker',
  'ask_human',
  'signal_abort',
  'add_task_comment',
  'get_feature_learnings',
  'append_feature_learning',
  'add_feature_context_file',
  'get_project_info',
  'append_learning',
  'read_learnings',
  'append_progress',
  'read_progress',
];

describe('task_execution', () => {
  it('1: a finished dependency turns out to be wrong', async () => {
    const project = await scenario();
    const api = await project.addTask({ title: 'Auth API', status: 'done' });
    const form = await project.addTask({ title: 'Login form', status: 'in_progress' }, [api]);
    const agent = await project.launch({ recipe: 'task_execution', taskId: form });
    const project40 = new Set((await project.app.registry(['project'])).list().map((t) => t.name));
    const listed = await agent.tools();
    expect(listed).toEqual(agent.plan.enabled_tools);
    expect(listed.filter((name) => project40.has(name)).sort()).toEqual(
      [...projectToolsOfExecution].sort(),
    );

    expect(await agent.refusal('set_task_status', { id: api, status: 'pending' })).toMatchObject({
      code: 'not_allowed',
      message: `This session works on task #${form} and may not set the status of task #${api}.`,
    });
    expect(await agent.refusal('create_task', { title: 'Fix' })).toMatchObject({
      code: 'not_allowed',
      message: expect.stringContaining('recipe task_execution'),
      hint: expect.stringContaining('Use report_blocker or add_task_comment'),
    });
    const reported = await agent.answer('report_blocker', {
      reason: 'Middleware returns { token }, the form needs { user, token }',
      kind: 'defect',
      suspect_task_id: api,
      proposed_fix_task: { title: 'Return the user from the middleware' },
    });
    expect(reported).toMatchObject({ task: { id: form, status: 'blocked' }, suspect_task_id: api });
    expect(await project.task(api)).toMatchObject({
      status: 'done',
      reopen_requested: expect.stringContaining('returns { token }'),
    });
    expect(await project.task(Number(reported.fix_task_id))).toMatchObject({
      status: 'draft',
      discovered_from: form,
      provenance: 'agent',
    });

    const review = await project.launch({ recipe: 'opus_review', feature: 'authentication' });
    await review.answer('set_task_status', { id: api, status: 'pending', reason: 'Confirmed' });
    expect((await project.task(api)).status).toBe('pending');
    const events = await project.store((store) => store.events.of('task', api));
    expect(events.map(({ action, session_id }) => [action, session_id]).slice(-2)).toEqual([
      ['reopen requested', agent.plan.session_id],
      ['done → pending', review.plan.session_id],
    ]);
  });

  it('2: the code has moved on since the task was written', async () => {
    const project = await scenario();
    const id = await project.addTask({
      title: 'Profile form',
      status: 'in_progress',
      hints: 'Follow RegisterForm.tsx',
      context_files: ['src/RegisterForm.tsx'],
    });
    const agent = await project.launch({ recipe: 'task_execution', taskId: id });
    expect(await agent.refusal('update_task', { id, hints: 'x' })).toMatchObject({
      code: 'not_allowed',
      hint: expect.stringContaining('Use update_task_context or add_task_comment'),
    });
    await agent.answer('update_task_context', {
      add_context_files: ['src/forms/use-form.ts'],
      remove_context_files: ['src/RegisterForm.tsx'],
      add_hint: 'RegisterForm was split: follow use-form.ts',
    });
    await agent.answer('add_task_comment', { task_id: id, body: 'RegisterForm.tsx is gone' });
    expect(await project.task(id)).toMatchObject({
      title: 'Profile form',
      context_files: ['src/forms/use-form.ts'],
      hints: 'Follow RegisterForm.tsx\nRegisterForm was split: follow use-form.ts',
    });
    const [change] = await project
      .store((store) => store.events.of('task', id))
      .then((events) => events.filter(({ tool }) => tool === 'update_task_context'));
    expect(change?.before).toMatchObject({ hints: 'Follow RegisterForm.tsx' });
    const next = await project.plan({ recipe: 'task_execution', taskId: id });
    expect(next.prompt).toContain('follow use-form.ts');
    expect(next.prompt).toContain('RegisterForm.tsx is gone');
  });

  it('5: a file that mattered is registered for whoever comes next', async () => {
    const project = await scenario();
    const id = await project.addTask({ title: 'Guard', status: 'in_progress' });
    const agent = await project.launch({ recipe: 'task_execution', taskId: id });
    expect(await agent.tools()).not.toContain('read_file');
    const file = { feature_name: 'authentication', file_path: './src/middleware/auth.ts' };
    expect(await agent.answer('add_feature_context_file', file)).toMatchObject({ added: true });
    expect(await agent.answer('add_feature_context_file', file)).toMatchObject({ added: false });
    for (const file_path of ['../secrets.txt', '/etc/passwd', '..\\x', 'a\0b']) {
      expect(await agent.refusal('add_feature_context_file', { ...file, file_path })).toMatchObject(
        { code: 'invalid_argument' },
      );
    }
    const feature = await project.store(({ features }) => features.get('authentication'));
    expect(feature.context_files).toEqual(['src/middleware/auth.ts']);
  });

  it('6: the agent is stuck and asks for its session to end', async () => {
    const project = await scenario();
    const id = await project.addTask({ title: 'Deploy', status: 'in_progress' });
    const agent = await project.launch({ recipe: 'task_execution', taskId: id });
    const abort = { reason: 'The API answers 429', kind: 'rate_limit', retry_after: 900 };
    const { text } = await agent.call('signal_abort', abort);
    expect(text).toMatch(/^Stop now/);
    const signals = await project.store((store) => store.signals.of(agent.plan.session_id));
    expect(signals).toMatchObject([
      {
        kind: 'abort',
        reason: 'The API answers 429',
        data: { kind: 'rate_limit', retry_after: 900 },
      },
    ]);
  });

  it('7: a note for the next task reaches the session that does it, and noise elsewhere is refused', async () => {
    const project = await scenario();
    const far = await project.addTask({ title: 'Far', feature: 'billing' });
    const own = await project.addTask({ title: 'Seven', status: 'in_progress' });
    const next = await project.addTask({ title: 'Eight' });
    const agent = await project.launch({ recipe: 'task_execution', taskId: own });
    await agent.answer('add_task_comment', {
      task_id: next,
      kind: 'handoff',
      author: 'the product owner',
      body: 'The token store is in src/tokens.ts now',
    });
    expect(await agent.refusal('add_task_comment', { task_id: far, body: 'Hi' })).toMatchObject({
      code: 'not_allowed',
      hint: expect.stringContaining(`You may comment on #${own}, #${next}`),
    });
    const successor = await project.launch({ recipe: 'task_execution', taskId: next });
    expect(await successor.answer('get_task')).toMatchObject({
      task: { id: next },
      comments: [
        {
          kind: 'handoff',
          author: 'agent (backend)',
          body: 'The token store is in src/tokens.ts now',
        },
      ],
    });
    expect(successor.plan.prompt).toContain('src/tokens.ts');
  });

  it('9: what the dependencies produced is there to be read', async () => {
    const project = await scenario();
    const deep = await project.addTask({ title: 'Deep', status: 'done' });
    const schema = await project.addTask({ title: 'Schema', status: 'in_progress' }, [deep]);
    const api = await project.addTask({ title: 'API', status: 'done', summary: 'REST' });
    const form = await project.addTask({ title: 'Form' }, [schema, api]);
    const before = await project.launch({ recipe: 'task_execution', taskId: schema });
    await before.answer('complete_task', {
      summary: 'Tables users and tokens',
      evidence: ['migration 7 applied'],
    });
    const agent = await project.launch({ recipe: 'task_execution', taskId: form });
    expect(await agent.answer('get_dependency_details')).toMatchObject({
      id: form,
      dependencies: [
        { id: schema, status: 'done', summary: 'Tables users and tokens' },
        { id: api, summary: 'REST' },
      ],
    });
    expect(await agent.answer('get_task', { id: schema })).toMatchObject({
      comments: [{ kind: 'handoff', body: 'Tables users and tokens' }],
    });
    expect((await agent.call('get_task')).text).not.toContain('Deep');
  });

  it('10: what is known already is counted, not written again', async () => {
    const project = await scenario();
    const id = await project.addTask({ title: 'Twentieth', status: 'in_progress' });
    await project.store(async ({ learnings }) => {
      for (let n = 0; n < 20; n++) {
        await learnings.add({
          feature: 'authentication',
          text: `Module number${n} keeps its clients in a pool${n}`,
          source: 'agent',
          reason: '',
          task_id: null,
          conflicts_with: null,
        });
      }
    });
    const agent = await project.launch({ recipe: 'task_execution', taskId: id });
    const query = { feature_name: 'authentication', query: 'number7' };
    expect(await agent.answer('get_feature_learnings', query)).toMatchObject({
      learnings: [{ id: 8, hit_count: 1 }],
    });
    expect(
      await agent.answer('append_feature_learning', {
        feature_name: 'authentication',
        text: 'Module number7 keeps clients in the pool7.',
      }),
    ).toMatchObject({ deduped: true, existing_id: 8, hit_count: 2 });
    const learnings = await project.store((store) => store.learnings.of('authentication', 50));
    expect(learnings).toHaveLength(20);
    expect(learnings[0]).toMatchObject({ id: 8, hit_count: 2 });
  });
});
