import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ProjectFixture, projectFixture } from '../../testing/project-fixture.ts';
import { completeTask } from '../../tools/complete-task.ts';
import { createTask } from '../../tools/create-task.ts';
import { exported, imported, problemsOf } from '../testing/transfers.ts';

const prd = {
  project: 'Shop',
  branchName: 'ralph/sign-in',
  userStories: [
    {
      id: 'US-001',
      title: 'Add the form',
      description: 'As a user I sign in.',
      acceptanceCriteria: ['It has two fields', 'Typecheck passes'],
      priority: 2,
      passes: false,
      notes: '',
      fixtures: [{ name: 'users' }],
    },
    {
      id: 'US-002',
      title: 'Store sessions',
      acceptanceCriteria: [],
      priority: 1,
      passes: true,
      notes: 'Redis',
      completionNotes: 'Done by hand',
    },
    { id: 'US-003', title: 'Sign out', dependsOn: ['US-001', 'US-002'], priority: 3 },
  ],
  _comment: { kept: true },
};

async function project(): Promise<ProjectFixture> {
  const fixture = await projectFixture([completeTask, createTask]);
  await fixture.addFeatures('auth');
  await fixture.addDisciplines('backend');
  return fixture;
}

const options = { format: 'prd', feature: 'auth', discipline: 'backend' } as const;

describe('importing a PRD', () => {
  it('makes a task of each story', async () => {
    const fixture = await project();
    const report = await imported(fixture, JSON.stringify(prd), options);
    expect(report).toMatchObject({ created: [1, 2, 3], updated: [], unchanged: [], notes: [] });
    const tasks = await fixture.store(({ tasks }) =>
      Promise.all([1, 2, 3].map((id) => tasks.get(id))),
    );
    expect(tasks).toMatchObject([
      {
        feature: 'auth',
        discipline: 'backend',
        title: 'Add the form',
        description: 'As a user I sign in.',
        acceptance_criteria: ['It has two fields', 'Typecheck passes'],
        status: 'pending',
        position: 2,
        external_id: 'US-001',
        external_data: { prd: 'auth', story: { fixtures: [{ name: 'users' }] } },
        provenance: 'human',
      },
      { status: 'done', hints: 'Redis', summary: 'Done by hand', evidence: [expect.any(String)] },
      { external_id: 'US-003', depends_on: [1, 2] },
    ]);
    expect(await fixture.store(({ claims }) => claims.next())).toBe(1);
  });

  it('is given back as it was, to the order of its keys', async () => {
    const fixture = await project();
    await imported(fixture, JSON.stringify(prd), options);
    const text = await exported(fixture, 'prd');
    expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(prd));
  });

  it('gives back any PRD it takes', async () => {
    const story = fc.record(
      {
        title: fc
          .string({ minLength: 1, maxLength: 100, unit: 'grapheme' })
          .filter((t) => t.trim() !== ''),
        description: fc.string({ unit: 'grapheme' }),
        acceptanceCriteria: fc.array(fc.constantFrom('It works', '漢字 "quoted"', '- [ ] x'), {
          maxLength: 3,
        }),
        priority: fc.integer(),
        passes: fc.boolean(),
        notes: fc.string({ unit: 'grapheme' }),
        completionNotes: fc.string({ unit: 'grapheme' }),
        estimate: fc.jsonValue({ maxDepth: 2 }),
        // Of no story or of one that stands before it, so that there is no circle.
        earlier: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
      },
      { requiredKeys: ['title'] },
    );
    const document = fc.record(
      {
        project: fc.string(),
        userStories: fc.array(story, { maxLength: 5 }),
        branchName: fc.string(),
        extra: fc.jsonValue({ maxDepth: 2 }),
      },
      { requiredKeys: ['userStories'] },
    );
    await fc.assert(
      fc.asyncProperty(document, async ({ userStories, ...rest }) => {
        const stories = userStories.map(({ earlier, ...each }, index) => ({
          ...each,
          id: `S${index}`,
          ...(earlier !== undefined && earlier < index && { dependsOn: [`S${earlier}`] }),
        }));
        const source = JSON.stringify({ ...rest, userStories: stories });
        const fixture = await project();
        await imported(fixture, source, options);
        expect(JSON.parse(await exported(fixture, 'prd'))).toEqual(JSON.parse(source));
        const again = await imported(fixture, source, options);
        expect(again).toMatchObject({ created: [], updated: [] });
      }),
      { numRuns: 8 },
    );
  });
});

describe('importing a PRD again', () => {
  it('changes nothing when the file is the same', async () => {
    const fixture = await project();
    await imported(fixture, JSON.stringify(prd), options);
    const before = await fixture.dump();
    const report = await imported(fixture, JSON.stringify(prd), { format: 'prd' });
    expect(report).toMatchObject({ created: [], updated: [], unchanged: [1, 2, 3] });
    expect(await fixture.dump()).toBe(before);
  });

  it('takes over what the file changed, and keeps what happened since', async () => {
    const fixture = await project();
    await imported(fixture, JSON.stringify(prd), options);
    const criteria_results = prd.userStories[0]?.acceptanceCriteria?.map((criterion) => ({
      criterion,
      met: true,
      evidence: 'seen',
    }));
    await fixture.answer('complete_task', {
      id: 1,
      summary: 'Built',
      evidence: ['npm test'],
      criteria_results,
    });
    const [first, second, third] = prd.userStories;
    const changed = {
      ...prd,
      userStories: [
        { ...first, title: 'Add the sign-in form' },
        third,
        { id: 'US-004', title: 'New' },
      ],
    };
    const report = await imported(fixture, JSON.stringify(changed), options);
    expect(report).toMatchObject({ created: [4], updated: [1], unchanged: [3] });
    expect(report.notes).toEqual(['#2 (US-002) is no longer in the file and stays.']);
    expect(await fixture.store(({ tasks }) => tasks.get(1))).toMatchObject({
      title: 'Add the sign-in form',
      status: 'done',
      summary: 'Built',
    });
    const given = JSON.parse(await exported(fixture, 'prd'));
    expect(given.userStories).toEqual([
      { ...first, title: 'Add the sign-in form', passes: true },
      third,
      { id: 'US-004', title: 'New' },
    ]);
    expect(second?.id).toBe('US-002');
  });

  it('reopens what the file no longer calls passing', async () => {
    const fixture = await project();
    await imported(fixture, JSON.stringify(prd), options);
    const stories = prd.userStories.map((story) => ({ ...story, passes: false }));
    await imported(fixture, JSON.stringify({ ...prd, userStories: stories }), options);
    expect(await fixture.store(({ tasks }) => tasks.get(2))).toMatchObject({
      status: 'pending',
      evidence: [],
      completed_at: null,
    });
  });

  it('keeps stories of the same id in two features apart', async () => {
    const fixture = await project();
    await fixture.addFeatures('billing');
    await imported(fixture, JSON.stringify(prd), options);
    const other = {
      branchName: 'ralph/billing',
      userStories: [{ id: 'US-001', title: 'Invoice' }],
    };
    const report = await imported(fixture, JSON.stringify(other), {
      ...options,
      feature: 'billing',
    });
    expect(report.created).toEqual([4]);
    expect(await fixture.store(({ tasks }) => tasks.get(4))).toMatchObject({
      external_id: 'billing:US-001',
    });
    expect(JSON.parse(await exported(fixture, 'prd', 'auth'))).toEqual(prd);
    expect(JSON.parse(await exported(fixture, 'prd', 'billing'))).toEqual(other);
    await expect(exported(fixture, 'prd')).rejects.toThrow('More than one PRD');
  });
});

describe('exporting a PRD', () => {
  it('shows tasks that were added since, and makes one where none was imported', async () => {
    const fixture = await project();
    await fixture.answer('create_task', {
      feature: 'auth',
      discipline: 'backend',
      title: 'Later',
      priority: 'low',
    });
    await fixture.answer('create_task', {
      feature: 'auth',
      discipline: 'backend',
      title: 'First',
      priority: 'high',
      depends_on: [1],
    });
    const text = await exported(fixture, 'prd', 'auth');
    expect(JSON.parse(text)).toEqual({
      branchName: 'ralph/auth',
      userStories: [
        {
          id: 'T-2',
          title: 'First',
          acceptanceCriteria: [],
          priority: 1,
          passes: false,
          notes: '',
          dependsOn: ['T-1'],
        },
        {
          id: 'T-1',
          title: 'Later',
          acceptanceCriteria: [],
          priority: 2,
          passes: false,
          notes: '',
        },
      ],
    });
    // Imported where it comes from, it finds its tasks again.
    expect(await imported(fixture, text, options)).toMatchObject({ created: [], updated: [2, 1] });
  });
});

describe('a PRD that cannot be imported', () => {
  it.each([
    ['[]', 'userStories', 'is missing'],
    ['{"userStories": {}}', 'userStories', 'is missing'],
    [JSON.stringify({ userStories: [{ id: 1, title: 'T' }] }), 'userStories[0].id', 'string'],
    [JSON.stringify({ userStories: [{ id: 'a', title: ' ' }] }), 'userStories[0].title', 'empty'],
    [JSON.stringify({ userStories: ['x'] }), 'userStories[0]', 'object'],
    [
      JSON.stringify({ userStories: [{ id: 'a', title: 'T', passes: 'yes', priority: 1.5 }] }),
      'userStories[0].priority',
      'int',
    ],
    [
      JSON.stringify({
        userStories: [
          { id: 'a', title: 'T' },
          { id: 'a', title: 'U' },
        ],
      }),
      'userStories[1].id',
      'already the id of userStories[0]',
    ],
    [
      JSON.stringify({ userStories: [{ id: 'a', title: 'T', dependsOn: ['b'] }] }),
      'userStories[0]',
      '"b" is no task',
    ],
    [
      JSON.stringify({
        userStories: [
          { id: 'a', title: 'T', dependsOn: ['b'] },
          { id: 'b', title: 'U', dependsOn: ['a'] },
        ],
      }),
      'userStories[1]',
      'circle',
    ],
  ])('%s', async (text, place, message) => {
    const problems = await problemsOf(await project(), text, options);
    const found = problems.find(({ field }) => field === place);
    expect(found?.message).toContain(message);
  });

  it('names every problem at once and changes nothing', async () => {
    const text = JSON.stringify({
      userStories: [{ id: 'a' }, { title: 'T' }, { id: 'c', title: 3 }],
    });
    const problems = await problemsOf(await project(), text, options);
    expect(problems.map(({ field }) => field)).toEqual([
      'userStories[0].title',
      'userStories[1].id',
      'userStories[2].title',
    ]);
  });

  it('needs a feature and a discipline, which --create makes', async () => {
    const fixture = await projectFixture([]);
    const text = JSON.stringify(prd);
    expect(await problemsOf(fixture, text, { format: 'prd' })).toMatchObject([
      { field: '--feature' },
    ]);
    expect(await problemsOf(fixture, text, { format: 'prd', feature: 'auth' })).toHaveLength(4);
    expect(await problemsOf(fixture, text, options)).toEqual([
      { field: 'feature "auth"', message: expect.stringContaining('(named by 3 tasks)') },
      { field: 'discipline "backend"', message: expect.stringContaining('import with --create') },
    ]);
    const report = await imported(fixture, text, { ...options, create: true });
    expect(report).toMatchObject({ features: ['auth'], disciplines: ['backend'] });
  });
});
