import { expect, it } from 'vitest';
import { projectFixture, session } from '../testing/project-fixture.ts';
import { projectTools } from '../tools.ts';

const merge = { source: 'login', target: 'auth', reason: 'One thing' };

async function twoFeatures() {
  const project = await projectFixture(projectTools);
  await project.addFeatures('auth', 'login', 'storage', 'billing');
  const link = (name: string, dependencies: string[]) =>
    project.store(({ features }) => features.change(name, { dependencies }));
  const learn = (feature_name: string, text: string) =>
    project.answer('append_feature_learning', { feature_name, text });
  return { project, link, learn };
}

it('moves everything to the target and removes the source', async () => {
  const { project, link, learn } = await twoFeatures();
  await project.store(({ features }) =>
    features.change('login', {
      description: 'How one gets in',
      acronym: 'LOG',
      context_files: ['a.ts', 'b.ts'],
      knowledge_paths: ['docs/login.md'],
      dependencies: ['storage', 'auth'],
    }),
  );
  await project.store(({ features }) => features.change('auth', { context_files: ['a.ts'] }));
  await link('billing', ['login']);
  await project.addTask({ feature: 'login' });
  await project.addTask({ feature: 'login', status: 'done' });
  await project.addTask({ feature: 'auth' });
  await learn('auth', 'Use the pool for queries');
  await learn('login', 'use pool for the queries');
  await learn('login', 'Never use the pool for queries');
  const before = (await project.events()).length;

  expect(await project.answer('merge_features', merge, session({ recipe: 'ramble' }))).toEqual({
    feature: 'auth',
    removed: 'login',
    tasks: 2,
    learnings: 1,
    learnings_deduped: 1,
    learnings_pruned: 0,
    dependents: 1,
  });

  expect(await project.answer('get_feature', { name: 'auth' })).toMatchObject({
    description: 'How one gets in',
    acronym: 'LOG',
    context_files: ['a.ts', 'b.ts'],
    knowledge_paths: ['docs/login.md'],
    dependencies: ['storage'],
    tasks: { total: 3, done: 1 },
    learnings: [
      { id: 1, hit_count: 2 },
      { id: 3, conflicts_with: 1 },
    ],
  });
  expect(await project.answer('get_feature', { name: 'billing' })).toMatchObject({
    dependencies: ['auth'],
  });
  expect((await project.refusal('get_feature', { name: 'login' })).code).toBe('not_found');
  const events = (await project.events()).slice(before);
  expect(events.every((event) => event.tool === 'merge_features')).toBe(true);
  expect(events.map(({ entity, entity_id, action }) => `${entity} ${entity_id} ${action}`)).toEqual(
    [
      'task 1 moved',
      'task 2 moved',
      'feature auth changed',
      'feature billing changed',
      'learning 3 moved',
      'learning 2 deleted',
      'learning 1 merged',
      'feature login deleted',
      'feature auth changed',
    ],
  );
  expect(events[7]).toMatchObject({
    before: { name: 'login', description: 'How one gets in' },
    after: { merged_into: 'auth', reason: 'One thing' },
  });
});

it('keeps what the target says of itself', async () => {
  const { project } = await twoFeatures();
  await project.store(async ({ features }) => {
    await features.change('auth', { description: 'Mine' });
    await features.change('login', { description: 'Other' });
  });
  await project.answer('merge_features', merge);
  expect(await project.answer('get_feature', { name: 'auth' })).toMatchObject({
    description: 'Mine',
  });
});

it('refuses itself, unknown features and a missing reason', async () => {
  const { project } = await twoFeatures();
  const refused = (input: object) => project.refusal('merge_features', { ...merge, ...input });
  expect((await refused({ target: 'login' })).code).toBe('invalid_argument');
  expect((await refused({ target: 'auht' })).message).toContain('Did you mean "auth"?');
  expect((await refused({ reason: ' ' })).code).toBe('invalid_argument');
});

it('refuses to close a circle, and changes nothing then', async () => {
  const { project, link } = await twoFeatures();
  await link('auth', ['storage']);
  await link('storage', ['login']);
  await project.addTask({ feature: 'login' });
  const error = await project.refusal('merge_features', merge);
  expect(error).toMatchObject({ code: 'cycle' });
  expect(error.message).toContain('storage → auth → storage');
});

it('refuses while another session works on a task of the source', async () => {
  const { project } = await twoFeatures();
  await project.addTask({ feature: 'login' });
  await project.store(({ claims }) => claims.claim(1, 'ses_other', '2026-01-01T01:00:00.000Z'));
  const error = await project.refusal('merge_features', merge);
  expect(error).toMatchObject({ code: 'conflict' });
  expect(error.details[0]?.message).toContain('#1 is held by ses_other');
  await project.answer('merge_features', merge, session({ id: 'ses_other' }));
});

it('refuses more files or learnings than one feature holds', async () => {
  const { project, learn } = await twoFeatures();
  const files = (folder: string) => Array.from({ length: 25 }, (_, i) => `${folder}/${i}.ts`);
  await project.store(async ({ features }) => {
    await features.change('auth', { context_files: files('a') });
    await features.change('login', { context_files: files('b') });
  });
  expect(await project.refusal('merge_features', merge)).toMatchObject({
    code: 'budget_exceeded',
    details: [{ field: 'context_files', message: '50 of at most 40' }],
  });
  await project.store(({ features }) => features.change('login', { context_files: [] }));
  for (let i = 0; i < 26; i++) {
    await learn('auth', `auth${i} fact${i} about${i}`);
    await learn('login', `login${i} thing${i} matter${i}`);
  }
  const tooMany = await project.refusal('merge_features', merge);
  expect(tooMany).toMatchObject({ code: 'budget_exceeded' });
  expect(tooMany.message).toContain('52 learnings');
});
