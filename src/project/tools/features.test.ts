import { describe, expect, it } from 'vitest';
import { projectFixture, session } from '../testing/project-fixture.ts';
import { projectTools } from '../tools.ts';

const open = () => projectFixture(projectTools);
const auth = { name: 'auth', display_name: 'Authentication' };

describe('create_feature', () => {
  it('keeps every field and records who did it', async () => {
    const project = await open();
    await project.addFeatures('storage');
    const fields = {
      ...auth,
      acronym: 'AUTH',
      description: 'Who is who',
      knowledge_paths: ['docs/auth.md'],
      context_files: ['./src//auth.ts', 'src\\auth.ts'],
      architecture: 'Tokens',
      boundaries: 'No roles',
      dependencies: ['storage'],
    };
    const created = await project.answer('create_feature', fields, session({ recipe: 'ramble' }));
    expect(created).toEqual({ feature: auth });
    expect(await project.answer('get_feature', { name: 'auth' })).toMatchObject({
      ...fields,
      context_files: ['src/auth.ts'],
    });
    expect(await project.events()).toMatchObject([
      {
        author: 'agent',
        session_id: 'ses_test',
        tool: 'create_feature',
        entity: 'feature',
        entity_id: 'auth',
        action: 'created',
        before: null,
        after: { name: 'auth', acronym: 'AUTH' },
      },
    ]);
  });

  it('answers a name that looks like another with the candidates', async () => {
    const project = await open();
    await project.answer('create_feature', { name: 'authentication', display_name: 'Login' });
    const error = await project.refusal('create_feature', { name: 'auth', display_name: 'Auth' });
    expect(error).toMatchObject({
      code: 'similar_exists',
      details: [{ field: 'name', message: 'authentication (Login), 90% alike' }],
    });
    expect(error.hint).toContain('confirm_distinct: true');
    const byTitle = { name: 'sign-in', display_name: 'login' };
    expect((await project.refusal('create_feature', byTitle)).code).toBe('similar_exists');
    await project.answer('create_feature', { ...auth, confirm_distinct: true });
  });

  it('refuses the same name in another spelling even when it is called distinct', async () => {
    const project = await open();
    await project.addFeatures('user-profile');
    const twin = { name: 'user_profile', display_name: 'P', confirm_distinct: true };
    expect(await project.refusal('create_feature', twin)).toMatchObject({
      code: 'conflict',
      message: 'The feature "user-profile" exists already.',
    });
  });

  it.each([
    ['a name with capitals', { name: 'Auth' }, 'invalid_argument'],
    ['an unknown field', { colour: 'red' }, 'invalid_argument'],
    ['two lines for a title', { display_name: 'a\nb' }, 'invalid_argument'],
    ['a NUL', { description: 'a\0b' }, 'invalid_argument'],
    ['control characters', { architecture: '\u0001' }, 'invalid_argument'],
    ['a megabyte', { description: 'x'.repeat(1_000_000) }, 'invalid_argument'],
    ['a path outside the root', { context_files: ['../secret'] }, 'invalid_argument'],
    ['an absolute path elsewhere', { knowledge_paths: ['/etc/passwd'] }, 'invalid_argument'],
    ['an unknown dependency', { dependencies: ['stroage'] }, 'not_found'],
    ['itself as a dependency', { dependencies: ['auth'] }, 'cycle'],
    ['an acronym that is taken', { acronym: 'st' }, 'conflict'],
  ])('refuses %s', async (_, fields, code) => {
    const project = await open();
    await project.store(({ features }) =>
      features.add('storage', { display_name: 'Storage', acronym: 'ST' }),
    );
    const error = await project.refusal('create_feature', { ...auth, ...fields });
    expect(error.code).toBe(code);
    expect(error.hint).not.toBe('');
  });
});

describe('update_feature', () => {
  it('replaces what is given and says what changed', async () => {
    const project = await open();
    await project.store(({ features }) =>
      features.add('auth', { display_name: 'Auth', acronym: 'AU', description: 'Old' }),
    );
    const changes = { description: 'New', display_name: 'Auth', acronym: '' };
    const answer = await project.answer('update_feature', { name: 'auth', ...changes });
    expect(answer.changed).toEqual(['acronym', 'description']);
    expect(await project.events()).toMatchObject([
      {
        action: 'changed',
        before: { acronym: 'AU', description: 'Old' },
        after: { acronym: null },
      },
    ]);
  });

  it('refuses an unknown feature with the likely one, and an empty change', async () => {
    const project = await open();
    await project.addFeatures('auth');
    const unknown = await project.refusal('update_feature', { name: 'auht', description: 'x' });
    expect(unknown).toMatchObject({ code: 'not_found', hint: 'Features: auth.' });
    expect(unknown.message).toContain('Did you mean "auth"?');
    expect((await project.refusal('update_feature', { name: 'auth' })).code).toBe(
      'invalid_argument',
    );
  });

  it('refuses a circle of features with its path', async () => {
    const project = await open();
    await project.addFeatures('a', 'b', 'c');
    await project.answer('update_feature', { name: 'a', dependencies: ['b'] });
    await project.answer('update_feature', { name: 'b', dependencies: ['c'] });
    const error = await project.refusal('update_feature', { name: 'c', dependencies: ['a'] });
    expect(error).toMatchObject({ code: 'cycle' });
    expect(error.message).toContain('c → a → b → c');
  });
});

describe('list_features and get_feature', () => {
  it('pages a long list within the limit, without losing or repeating one', async () => {
    const project = await open();
    const names = Array.from({ length: 120 }, (_, i) => `feature-${String(i).padStart(3, '0')}`);
    await project.store(async ({ features }) => {
      for (const name of names) {
        await features.add(name, { display_name: name, description: 'word '.repeat(400) });
      }
    });
    const seen: unknown[] = [];
    let cursor: unknown = null;
    do {
      const outcome = await project.call('list_features', {
        limit: 100,
        ...(cursor === null ? {} : { cursor }),
      });
      if (!outcome.ok) throw new Error(outcome.error.message);
      expect(Buffer.byteLength(outcome.text)).toBeLessThanOrEqual(8_192);
      const page = outcome.structured?.features;
      if (Array.isArray(page)) seen.push(...page.map((feature) => feature.name));
      cursor = outcome.structured?.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(names);
  });

  it('counts tasks and shows the learnings met most often', async () => {
    const project = await open();
    await project.addTask({ status: 'done' });
    await project.addTask();
    await project.store(async ({ learnings }) => {
      for (let i = 0; i < 12; i++) {
        await learnings.add({
          feature: 'auth',
          text: `Fact ${i}`,
          source: 'agent',
          reason: '',
          task_id: null,
          conflicts_with: null,
        });
      }
      await learnings.hit(3, false);
    });
    const feature = await project.answer('get_feature', { name: 'auth' });
    expect(feature).toMatchObject({
      tasks: { total: 2, done: 1, by_status: { done: 1, pending: 1 } },
      learning_count: 12,
    });
    expect(feature.learnings).toHaveLength(10);
    expect(JSON.stringify(feature.learnings)).toMatch(
      /^\[{"id":3,.*"hit_count":2,.*"id":12,.*"id":4,/,
    );
    expect(await project.answer('list_features')).toMatchObject({
      features: [{ name: 'auth', tasks: 2, done: 1 }],
      next_cursor: null,
    });
  });

  it('answers a feature that is full in every field', async () => {
    const project = await open();
    const paths = (folder: string) =>
      Array.from({ length: 40 }, (_, i) => `${folder}${'/深い'.repeat(34)}/${i}`);
    await project.answer('create_feature', {
      ...auth,
      description: '説'.repeat(4_000),
      architecture: '計'.repeat(5_000),
      boundaries: '界'.repeat(3_000),
      knowledge_paths: paths('k'),
      context_files: paths('c'),
    });
    for (let i = 0; i < 50; i++) {
      const text = `${i} `.repeat(10) + '学'.repeat(400) + i;
      await project.answer('append_feature_learning', { feature_name: 'auth', text });
    }
    const outcome = await project.call('get_feature', { name: 'auth' });
    expect(outcome).toMatchObject({ ok: true, structured: { learning_count: 50 } });
    expect(outcome.ok && Buffer.byteLength(outcome.text)).toBeLessThanOrEqual(8_192);
  });
});

describe('delete_feature', () => {
  it('removes it with its learnings, each with an event', async () => {
    const project = await open();
    await project.addFeatures('auth');
    await project.answer('append_feature_learning', { feature_name: 'auth', text: 'A fact' });
    expect(await project.answer('delete_feature', { name: 'auth' })).toEqual({
      name: 'auth',
      deleted: true,
    });
    expect((await project.events()).slice(1)).toMatchObject([
      { entity: 'learning', action: 'deleted', before: { text: 'A fact' } },
      { entity: 'feature', action: 'deleted', before: { name: 'auth' }, after: null },
    ]);
    expect((await project.refusal('delete_feature', { name: 'auth' })).code).toBe('not_found');
  });

  it('refuses while tasks or features refer to it, and names them', async () => {
    const project = await open();
    await project.addTask();
    await project.addTask();
    await project.addFeatures('billing');
    await project.answer('update_feature', { name: 'billing', dependencies: ['auth'] });
    const error = await project.refusal('delete_feature', { name: 'auth' });
    expect(error.code).toBe('conflict');
    expect(error.message).toContain('2 tasks (#1, #2) and 1 feature (billing)');
  });
});

describe('add_feature_context_file', () => {
  it('registers a file once, under one name', async () => {
    const project = await open();
    await project.addFeatures('auth');
    const add = (file_path: string) =>
      project.answer('add_feature_context_file', { feature_name: 'auth', file_path });
    expect(await add('./src/auth.ts')).toMatchObject({ file_path: 'src/auth.ts', added: true });
    expect(await add(`${project.root}/src/auth.ts`)).toMatchObject({
      added: false,
      context_files: 1,
    });
    expect(await project.events()).toMatchObject([
      {
        action: 'changed',
        before: { context_files: [] },
        after: { context_files: ['src/auth.ts'] },
      },
    ]);
  });

  it('refuses paths that leave the root, unknown features and one file too many', async () => {
    const project = await open();
    const context_files = Array.from({ length: 40 }, (_, i) => `src/${i}.ts`);
    await project.answer('create_feature', { ...auth, context_files });
    const add = (feature_name: string, file_path: string) =>
      project.refusal('add_feature_context_file', { feature_name, file_path });
    expect((await add('auth', '../x')).code).toBe('invalid_argument');
    expect((await add('aut', 'src/x.ts')).message).toContain('Did you mean "auth"?');
    expect(await add('auth', 'src/x.ts')).toMatchObject({ code: 'budget_exceeded' });
  });
});
