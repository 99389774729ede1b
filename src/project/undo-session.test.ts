import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { answerQuestion } from './answer-question.ts';
import { type ProjectFixture, projectFixture, session } from './testing/project-fixture.ts';
import { projectTools } from './tools.ts';
import { undoSession } from './undo-session.ts';

const later = '2026-01-01T01:00:00.000Z';
const agent = session({ id: 'ses_agent', task_id: 1 });
const reviewer = session({ id: 'ses_agent', recipe: 'opus_review' });

async function seeded(): Promise<ProjectFixture> {
  const project = await projectFixture(projectTools);
  await project.addTask({ title: 'First', hints: 'old hint', priority: 'high' });
  await project.addTask({ title: 'Second' }, [1]);
  await project.addTask({ title: 'Third', feature: 'billing' });
  await project.answer('append_feature_learning', { feature_name: 'auth', text: 'Ports are odd' });
  return project;
}

/** Everything but the history, and the token that must never go back. */
async function state({ database }: ProjectFixture): Promise<unknown> {
  const tasks = await database.kysely.selectFrom('tasks').selectAll().execute();
  return {
    tasks: tasks.map(({ claim_token: _, ...task }) => task),
    links: await database.kysely.selectFrom('task_dependencies').selectAll().execute(),
    comments: await database.kysely.selectFrom('task_comments').selectAll().execute(),
    questions: await database.kysely.selectFrom('questions').selectAll().execute(),
    learnings: await database.kysely.selectFrom('learnings').selectAll().orderBy('id').execute(),
    features: await database.kysely.selectFrom('features').selectAll().orderBy('name').execute(),
    featureLinks: await database.kysely.selectFrom('feature_dependencies').selectAll().execute(),
    disciplines: await database.kysely.selectFrom('disciplines').selectAll().execute(),
    signals: await database.kysely.selectFrom('session_signals').selectAll().execute(),
  };
}

const undo = (project: ProjectFixture, id = 'ses_agent') => undoSession(project, id);

async function claim({ database, clock }: ProjectFixture): Promise<void> {
  const { projectStore } = await import('./store/project-store.ts');
  const now = clock.now().toISOString();
  const stamp = { author: 'ralph', sessionId: 'ses_agent', tool: 'run', now };
  await database.transaction((tx) =>
    projectStore(tx, database.dialect, stamp).claims.claim(1, 'ses_agent', later),
  );
}

it('takes back all that an agent did to its task and around it, once', async () => {
  const project = await seeded();
  const before = await state(project);
  project.clock.advance(60_000);
  await claim(project);
  await project.answer(
    'append_feature_learning',
    { feature_name: 'auth', text: 'Ports are odd' },
    agent,
  );
  await project.answer(
    'append_feature_learning',
    { feature_name: 'auth', text: 'Keys rotate' },
    agent,
  );
  await project.answer('add_task_comment', { task_id: 2, body: 'For you', kind: 'handoff' }, agent);
  await project.answer(
    'update_task_context',
    { add_hint: 'new', add_context_files: ['a.ts'] },
    agent,
  );
  await project.answer('ask_human', { question: 'Which?', blocking: false }, agent);
  await project.answer('signal_abort', { reason: 'no net', kind: 'env_broken' }, agent);
  await project.answer('append_progress', { text: 'Half way' }, agent);
  await project.answer(
    'complete_task',
    { summary: 'Did it', evidence: ['npm test'], criteria_results: [] },
    agent,
  );

  expect(await undo(project)).toEqual({ undone: 9, skipped: [] });
  expect(await state(project)).toEqual(before);
  expect(readFileSync(path.join(project.root, '.ralph/progress.txt'), 'utf8')).toBe('');
  const events = await project.events();
  expect(events.filter(({ action }) => action === 'undone').map(({ entity }) => entity)).toEqual([
    'task',
    'learning',
    'comment',
    'comment',
    'comment',
    'question',
    'learning',
    'session',
  ]);
  const dump = await project.dump();
  expect(await undo(project)).toEqual({ undone: 0, skipped: [] });
  expect(await project.dump()).toBe(dump);
});

it('takes back a review that split, joined and made things', async () => {
  const project = await seeded();
  const before = await state(project);
  project.clock.advance(60_000);
  await project.answer(
    'spawn_subtasks',
    { parent_id: 1, tasks: [{ title: 'A' }, { title: 'B', depends_on: ['$0'] }] },
    reviewer,
  );
  await project.answer('create_feature', { name: 'search', display_name: 'Search' }, reviewer);
  await project.answer('move_task_to_feature', { task_ids: [3], feature: 'search' }, reviewer);
  await project.answer(
    'merge_features',
    { source: 'auth', target: 'billing', reason: 'Same' },
    reviewer,
  );
  const discipline = {
    name: 'ops',
    display_name: 'Ops',
    acronym: 'OPS',
    icon: 'box',
    color: '#112233',
  };
  await project.answer('create_discipline', discipline, reviewer);
  await project.answer(
    'create_task',
    { feature: 'search', discipline: 'ops', title: 'Index', depends_on: [4] },
    reviewer,
  );

  expect((await undo(project)).skipped).toEqual([]);
  expect(await state(project)).toEqual(before);
  expect(await project.answer('search_tasks', { query: 'Index' })).toMatchObject({ tasks: [] });
});

it('leaves what others have changed since, says so, and frees the task all the same', async () => {
  const project = await seeded();
  await claim(project);
  await project.answer('update_task_context', { add_hint: 'mine' }, agent);
  await project.answer(
    'create_task',
    { feature: 'auth', discipline: 'backend', title: 'Made' },
    reviewer,
  );
  await project.answer('ask_human', { question: 'Which?', blocking: true }, agent);
  await project.answer('add_task_comment', { task_id: 1, body: 'Mine' }, agent);
  await project.answer('add_task_comment', { task_id: 4, body: 'A person was here' });
  await project.answer('update_task', { id: 1, hints: 'a person wrote this' });
  await project.store((store) =>
    answerQuestion(store, { id: 1, text: 'The blue one', now: later }),
  );

  const { skipped } = await undo(project);
  expect(skipped).toEqual([
    { what: 'task 1', why: 'it was changed since' },
    { what: 'question 1', why: 'it was changed since' },
    { what: 'task 4', why: 'comment 3 builds on it' },
  ]);
  const task = await project.store(({ tasks }) => tasks.get(1));
  expect(task).toMatchObject({ hints: 'a person wrote this', claimed_by: null, status: 'pending' });
  const bodies = (await project.store(({ comments }) => comments.latest(1, 9))).map((c) => c.body);
  expect(bodies).toEqual(['The blue one']);
});

it('undoes sessions one after the other, the last first', async () => {
  const project = await seeded();
  const before = await state(project);
  const second = { ...agent, id: 'ses_second' };
  await project.answer('update_task_context', { add_hint: 'one' }, agent);
  await project.answer('set_task_status', { id: 1, status: 'in_progress' }, agent);
  await project.answer('update_task_context', { add_hint: 'two' }, second);
  await project.answer('set_task_status', { id: 1, status: 'done', evidence: ['ok'] }, second);

  expect((await undo(project, 'ses_second')).skipped).toEqual([]);
  expect((await undo(project)).skipped).toEqual([]);
  expect(await state(project)).toEqual(before);
});

it('takes only the notes of the session out of the state files', async () => {
  const project = await seeded();
  const file = path.join(project.root, '.ralph/learnings.txt');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'By hand\n');
  await project.answer('append_learning', { text: 'Theirs' });
  const kept = readFileSync(file, 'utf8');
  await project.answer('append_learning', { text: 'Mine\n\nin parts' }, agent);
  await project.answer('append_learning', { text: 'Theirs too' });
  writeFileSync(file, `${readFileSync(file, 'utf8')}And by hand\n`);
  expect(await undo(project)).toEqual({ undone: 1, skipped: [] });
  const text = readFileSync(file, 'utf8');
  expect(text.startsWith(kept)).toBe(true);
  expect(text).not.toContain('Mine');
  expect(text).not.toContain('in parts');
  expect(text).toContain('Theirs too');
  expect(text).toMatch(/And by hand\n$/);
});

it('a session that did nothing is undone by nothing', async () => {
  const project = await seeded();
  const dump = await project.dump();
  expect(await undo(project, 'ses_idle')).toEqual({ undone: 0, skipped: [] });
  expect(await project.dump()).toBe(dump);
});

it('takes back learnings that contradict each other, made or merged by the session', async () => {
  const project = await seeded();
  const learn = (feature_name: string, text: string, ...by: [typeof reviewer?]) =>
    project.answer('append_feature_learning', { feature_name, text }, ...by);
  await learn('billing', 'Ports are odd');
  await learn('billing', 'Ports are never odd');
  const before = await state(project);
  expect(before).toMatchObject({ learnings: [{}, {}, { conflicts_with: 2 }] });
  project.clock.advance(60_000);
  await learn('auth', 'Red apples grow', reviewer);
  await learn('auth', 'Red apples never grow', reviewer);
  const made = await state(project);
  expect(made).toMatchObject({ learnings: [{}, {}, {}, {}, { conflicts_with: 4 }] });
  const both = { source: 'billing', target: 'auth', reason: 'They are one' };
  await project.answer('merge_features', both, reviewer);
  expect((await undo(project)).skipped).toEqual([]);
  expect(await state(project)).toEqual(before);
});
