import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reference } from '../../base/env-reference.ts';
import { priorities, provenances, type Task } from '../model.ts';
import { taskStatuses } from '../rules/status.ts';
import { type ProjectFixture, projectFixture } from '../testing/project-fixture.ts';
import { detectFormat } from './import-tasks.ts';
import { exported, imported, problemsOf } from './testing/transfers.ts';

/** A project in which every kind of record stands in every relation. */
async function fullProject(): Promise<ProjectFixture> {
  const fixture = await projectFixture([]);
  await fixture.store(async (store) => {
    await store.metadata.set({ title: 'Shop', description: 'Sells "things"\nto people' });
    await store.features.add('auth', {
      display_name: 'Sign in',
      acronym: 'AU',
      description: '# Not a heading\n- [ ] not a task',
      architecture: 'Layers',
      boundaries: 'No billing',
      knowledge_paths: ['docs'],
      context_files: ['src/auth.ts'],
    });
    await store.features.add('billing', { display_name: 'Billing', dependencies: ['auth'] });
    await store.features.add('empty', { display_name: 'Empty {#x}' });
    await store.disciplines.add('backend', {
      display_name: 'Back end',
      icon: 'server',
      color: '#336699',
      acronym: 'BE',
      system_prompt: 'You care.',
      conventions: 'Tests first',
      skills: ['sql'],
      mcp_servers: { db: { command: 'db-server', env: { TOKEN: reference('DB_TOKEN') } } },
      mcp_tool_overrides: { additional_disabled: ['comment.*'] },
    });
    const base = { feature: 'auth', discipline: 'backend', provenance: 'human' } as const;
    await store.tasks.add({
      ...base,
      title: '"Quoted" *title* {#no}',
      status: 'done',
      description: 'Several\n\n  lines\t\n',
      acceptance_criteria: ['It works', 'It\nreally works'],
      criteria_results: [{ criterion: 'It works', met: true, evidence: 'seen' }],
      evidence: ['npm test, 3 passed'],
      completed_at: '2026-01-01T00:00:00.000Z',
      summary: 'Did it',
      tags: ['a b', 'c'],
      context_files: ['src/a.ts', 'src/with, comma.ts'],
      output_artifacts: ['dist/x'],
      hints: '> mind the gap',
      estimated_turns: 4,
      external_id: 'JIRA 12 } x',
      external_data: { any: ['thing', null] },
    });
    await store.tasks.add({
      ...base,
      title: 'Two',
      status: 'pending',
      priority: 'critical',
      position: 3,
      provenance: 'agent',
      discovered_from: 1,
    });
    await store.tasks.add({
      ...base,
      feature: 'billing',
      title: 'Three',
      status: 'blocked',
      status_reason: 'dependency: it is down',
      superseded_by: [2],
      reopen_requested: 'from #2: broken',
      pseudocode: 'a\nb',
    });
    await store.dependencies.set(2, [1]);
    await store.dependencies.set(3, [1, 2]);
    await store.claims.claim(2, 'ses_1', '2026-01-01T01:00:00.000Z');
    await store.comments.add({
      task_id: 1,
      kind: 'handoff',
      body: 'Take care',
      priority: 'high',
      discipline: 'backend',
    });
    await store.comments.add({ task_id: 2, kind: 'note', body: 'Later' });
    await store.comments.remove(2, 2);
    await store.comments.add({ task_id: 2, kind: 'question', body: 'Which?' });
    await store.questions.ask(2, 'Which database?', true);
    await store.questions.ask(null, 'Who pays?', false);
    await store.questions.answer(2, 'They do');
    const learning = { feature: 'auth', source: 'agent', reason: 'seen', task_id: 1 } as const;
    await store.learnings.add({ ...learning, text: 'Use A', conflicts_with: null });
    await store.learnings.add({ ...learning, text: 'Never use A', conflicts_with: 1 });
    await store.learnings.hit(1, true);
  });
  const prd = JSON.stringify({ branchName: 'x', userStories: [{ id: 'US-1', title: 'Story' }] });
  await imported(fixture, prd, { format: 'prd', feature: 'billing', discipline: 'backend' });
  return fixture;
}

describe('a whole project as JSON', () => {
  it('goes into an empty project and comes out the same', async () => {
    const source = await fullProject();
    const text = await exported(source, 'json');
    const target = await projectFixture([]);
    const report = await imported(target, text, { format: 'json' });
    expect(report).toMatchObject({
      created: [1, 2, 3, 4],
      features: ['auth', 'billing', 'empty'],
      disciplines: ['backend'],
    });
    expect(JSON.parse(await exported(target, 'json'))).toEqual(JSON.parse(text));
    // What was restored goes on as it would have: search, ids and the expired claim.
    expect(await target.store(({ search }) => search.find('quoted title', 5))).toEqual([1]);
    expect((await target.addTask({ title: 'Next' })).id).toBe(5);
    target.clock.advance(2 * 3_600_000);
    expect(await target.store(({ claims }) => claims.next())).toBe(2);
    expect(await target.events()).toHaveLength(15);
  });

  it('changes nothing where it stands already, and is refused where something else does', async () => {
    const source = await fullProject();
    const text = await exported(source, 'json');
    const before = await source.dump();
    expect(await imported(source, text, { format: 'json' })).toMatchObject({
      unchanged: [1, 2, 3, 4],
    });
    expect(await source.dump()).toBe(before);
    const other = await projectFixture([]);
    await other.addFeatures('mine');
    await expect(imported(other, text, { format: 'json' })).rejects.toThrow(
      'This project has 1 features already.',
    );
  });

  it('is refused with every broken reference', async () => {
    const document = JSON.parse(await exported(await fullProject(), 'json'));
    document.tasks[1].feature = 'nowhere';
    document.tasks[2].depends_on = [99];
    document.tasks[0].depends_on = [2];
    document.tasks[1].depends_on = [1];
    document.tasks[3].id = 3;
    document.comments[0].task_id = 77;
    document.learnings[1].conflicts_with = 55;
    document.features[1].name = 'AUTH'.toLowerCase();
    document.features[0].context_files = ['../../etc/passwd'];
    document.disciplines[0].mcp_servers.db.env.TOKEN = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB';
    const problems = await problemsOf(await projectFixture([]), JSON.stringify(document), {
      format: 'json',
    });
    expect(problems.map(({ field }) => field)).toEqual([
      'features[1].name',
      'tasks[3].id',
      'tasks[1].feature',
      'tasks[2].feature',
      'tasks[2].depends_on',
      'tasks[3].feature',
      'comments[0].task_id',
      'learnings[1].conflicts_with',
      'tasks',
      'features',
      'disciplines[0].mcp_servers',
      'features[0].context_files',
    ]);
  });

  it.each([
    ['{"format":"ralph-project","version":2}', 'version'],
    ['{"format":"ralph-project","version":1,"tasks":[{"title":3}]}', 'tasks[0].title'],
    ['{"format":"ralph-project","version":1,"colour":"red"}', 'the file'],
  ])('%s is refused at its place', async (text, place) => {
    const problems = await problemsOf(await projectFixture([]), text, { format: 'json' });
    expect(problems.map(({ field }) => field)).toContain(place);
  });

  it('says on which line a file stops being JSON', async () => {
    const run = imported(await projectFixture([]), '{\n "a": 1,\n}', { format: 'json' });
    await expect(run).rejects.toThrow('not valid JSON at line 3');
  });
});

/** Everything a task list holds of a task. */
function content(task: Task) {
  const {
    id: _,
    created_at,
    updated_at,
    enriched_at,
    completed_at,
    claimed_by,
    claim_expires_at,
    ...rest
  } = task;
  return rest;
}

async function contents(fixture: ProjectFixture, count: number) {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  return fixture.store(({ tasks }) => Promise.all(ids.map((id) => tasks.get(id).then(content))));
}

describe('tasks as Markdown', () => {
  it('go into an empty project and come out the same', async () => {
    const source = await fullProject();
    const text = await exported(source, 'md');
    const target = await projectFixture([]);
    const report = await imported(target, text, { format: 'tasks-md', create: true });
    expect(report).toMatchObject({
      created: [1, 2, 3, 4],
      features: ['auth', 'billing', 'empty'],
      disciplines: ['backend'],
      notes: ['#2 is in progress and nobody holds it: "ralph task status 2 pending".'],
    });
    expect(await exported(target, 'md')).toBe(text);
    const expected = (await contents(source, 4)).map((task, index) => ({
      ...task,
      external_id: task.external_id ?? `T-${index + 1}`,
    }));
    expect(await contents(target, 4)).toEqual(expected);
  });

  it('lose nothing of any task', async () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 60 });
    const some = fc.oneof(
      words,
      fc.constantFrom('- [ ] x', '"q"', 'a\n\n> b\n', '## h {#k}', 'c\r\nd'),
    );
    const said = some.filter((text) => text.trim() !== '' && !text.includes('\0'));
    const task = fc.record({
      title: said.filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text)),
      description: some,
      status: fc.constantFrom(...taskStatuses),
      priority: fc.constantFrom(...priorities),
      provenance: fc.constantFrom(...provenances),
      position: fc.option(fc.integer({ min: -5, max: 99 })),
      estimated_turns: fc.option(fc.integer({ min: 1, max: 50 })),
      tags: fc.uniqueArray(
        said.filter((tag) => tag.length <= 60),
        { maxLength: 3 },
      ),
      acceptance_criteria: fc.array(said, { maxLength: 3 }),
      evidence: fc.array(said, { minLength: 1, maxLength: 2 }),
      hints: some,
      pseudocode: some,
      summary: some,
      status_reason: some,
      reopen_requested: some,
      external_data: fc.dictionary(words, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(task, { minLength: 1, maxLength: 4 }), async (given) => {
        const source = await projectFixture([]);
        for (const [index, each] of given.entries()) {
          await source.addTask(each, index > 0 ? [index] : []);
        }
        const text = await exported(source, 'md');
        const target = await projectFixture([]);
        await imported(target, text, { format: 'tasks-md', create: true });
        expect(await exported(target, 'md')).toBe(text);
        const without = ({ external_id: _, ...rest }: ReturnType<typeof content>) => rest;
        expect((await contents(target, given.length)).map(without)).toEqual(
          (await contents(source, given.length)).map(without),
        );
        // Where it comes from, the file says nothing new.
        const again = await imported(source, text, { format: 'tasks-md' });
        expect(again).toMatchObject({ created: [], updated: [] });
      }),
      { numRuns: 8 },
    );
  });

  it('are found again by key, or by feature and title, and only change where the file speaks', async () => {
    const fixture = await projectFixture([]);
    await fixture.addTask({ title: 'Form', hints: 'kept', external_id: 'US-1' });
    await fixture.addTask({ title: 'Test' });
    await fixture.addTask({ title: 'Done', status: 'done', evidence: ['seen'] });
    const text =
      '## auth\n- [ ] New form {#US-1}\n- [x] Test\n  - tags: a\n- [ ] Done\n- [ ] More\n';
    const options = { format: 'tasks-md', discipline: 'backend' } as const;
    const report = await imported(fixture, text, options);
    expect(report).toMatchObject({ created: [4], updated: [1, 2], unchanged: [3] });
    expect(await contents(fixture, 3)).toMatchObject([
      { title: 'New form', hints: 'kept', status: 'pending' },
      { tags: ['a'], status: 'done', evidence: [expect.any(String)] },
      { status: 'done' },
    ]);
    expect(await imported(fixture, text, options)).toMatchObject({ created: [], updated: [] });
  });

  it('turn a dependency round without seeing a circle in it', async () => {
    const fixture = await projectFixture([]);
    const first = await fixture.addTask({ title: 'A', external_id: 'A' });
    await fixture.addTask({ title: 'B', external_id: 'B' }, [first.id]);
    const text = '## auth\n- [ ] A {#A}\n  - depends on: B\n- [ ] B {#B}\n  - depends on:\n';
    await imported(fixture, text, { format: 'tasks-md' });
    expect(await contents(fixture, 2)).toMatchObject([{ depends_on: [2] }, { depends_on: [] }]);
  });

  it('show what would happen and leave it at that', async () => {
    const fixture = await projectFixture([]);
    const before = await fixture.dump();
    const options = { format: 'tasks-md', create: true, dryRun: true, discipline: 'x' } as const;
    const report = await imported(fixture, '## Sign in\n- [ ] Form\n', options);
    expect(report).toMatchObject({ created: [1], features: ['sign-in'], disciplines: ['x'] });
    expect(await fixture.dump()).toBe(before);
  });

  it.each([
    ['Just words.', 'the file', 'has no task'],
    ['- [ ] T\n  - discipline: backend', 'line 1', 'has no feature; give --feature'],
    ['## auth\n- [ ] T', 'line 2', 'has no discipline; give --discipline'],
    ['## auth\n- [ ] T\n  - status: finished', 'line 2, status', 'Invalid option'],
    ['## auth\n- [ ] T\n  - status: done', 'line 2', 'is not ticked'],
    ['## auth\n- [ ] T {#a}\n- [ ] U {#a}', 'line 3', 'has the key of line 2'],
    [`## auth\n- [ ] ${'x'.repeat(201)}`, 'line 2, title', '200'],
    ['## auth\n- [ ] T\n  - discipline: backend\n  - files: ../x', 'line 2', 'leaves the root'],
    [
      '## Auth!\n- [ ] T\n  - discipline: backend',
      'feature "auth"',
      'does not exist (named by 1 task)',
    ],
    ['## 漢字\n- [ ] T\n  - discipline: backend', 'feature ""', 'lower-case'],
  ])('%j is refused', async (text, place, message) => {
    const fixture = await projectFixture([]);
    if (place !== 'feature "auth"') await fixture.addFeatures('auth');
    await fixture.addDisciplines('backend');
    const problems = await problemsOf(fixture, text, { format: 'tasks-md' });
    expect(problems).toEqual([{ field: place, message: expect.stringContaining(message) }]);
  });

  it('are refused where somebody is at work', async () => {
    const fixture = await projectFixture([]);
    await fixture.addTask({ title: 'T' });
    await fixture.store(({ claims }) => claims.claim(1, 'ses_1', '2026-01-01T01:00:00.000Z'));
    expect(await problemsOf(fixture, '## auth\n- [x] T\n', { format: 'tasks-md' })).toEqual([
      { field: 'line 2', message: 'ses_1 is working on task #1.' },
    ]);
  });
});

describe('the format of a file', () => {
  it.each([
    ['plan.md', '', 'tasks-md'],
    ['prd.json', '{"userStories":[]}', 'prd'],
    ['all.json', '{"format":"ralph-project"}', 'json'],
    ['standard input', ' {"userStories":[]}', 'prd'],
    ['standard input', '# x\n- [ ] T', 'tasks-md'],
  ])('%s %j is %s', (name, text, format) => {
    expect(detectFormat(name, text)).toBe(format);
  });

  it.each([
    ['x.json', '[]'],
    ['x.json', '{"tasks":[]}'],
    ['x.txt', 'hello'],
  ])('%s %j is none', (name, text) => {
    expect(() => detectFormat(name, text)).toThrow('none of the known formats');
  });
});
