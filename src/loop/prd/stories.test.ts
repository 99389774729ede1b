import { describe, expect, it } from 'vitest';
import { scaffoldPrd } from '../scaffold/files/prd.ts';
import { openStories, passingStories, readStories } from './stories.ts';

const story = {
  id: 'US-001',
  title: 'List items',
  acceptanceCriteria: ['GET /items answers 200'],
  priority: 2,
  passes: false,
  notes: 'n',
};
const read = (...userStories: unknown[]) => {
  const prd = readStories(JSON.stringify({ branchName: 'ralph/x', userStories }));
  if (!prd.ok) throw new Error(prd.reason);
  return prd;
};

describe('readStories', () => {
  it('reads a story', () => {
    expect(read(story)).toEqual({
      ok: true,
      branch_name: 'ralph/x',
      stories: [
        {
          id: 'US-001',
          title: 'List items',
          acceptance_criteria: ['GET /items answers 200'],
          priority: 2,
          passes: false,
          notes: 'n',
        },
      ],
    });
  });

  it('finds no story in the scaffold', () => {
    expect(readStories(scaffoldPrd)).toMatchObject({ ok: true, stories: [] });
  });

  it('passes over keys of other tools', () => {
    const more = {
      ...story,
      description: 'As a user …',
      dependsOn: ['US-000'],
      completionNotes: 1,
    };
    expect(read(more).stories).toEqual(read(story).stories);
  });

  it.each([
    ['true', true, true],
    ['the text "true"', 'true', false],
    ['1', 1, false],
    ['nothing', undefined, false],
    ['null', null, false],
  ])('takes %s for a story that passes or not', (_, passes, counts) => {
    expect(read({ ...story, passes }).stories[0]?.passes).toBe(counts);
  });

  it.each([
    ['a number', 5],
    ['null', null],
    ['a list', []],
    ['an empty object', {}],
  ])('keeps %s as an open story', (_, value) => {
    const { stories } = read({ ...story, passes: true }, value);
    expect(stories).toHaveLength(2);
    expect(openStories(stories)).toMatchObject([{ id: 'userStories[1]', title: '' }]);
  });

  it.each([
    ['no JSON', '{"userStories": [', 'line 1 is not valid JSON: a closing ] is missing'],
    ['an empty file', '', 'line 1 is not valid JSON: the file is empty'],
    ['no stories', '{}', 'it has no list "userStories"'],
    ['a list at the top', '[]', 'it has no list "userStories"'],
    ['stories that are no list', '{"userStories": {}}', 'it has no list "userStories"'],
  ])('says what is wrong with %s', (_, text, reason) => {
    expect(readStories(text)).toEqual({ ok: false, reason });
  });
});

it('open stories come by priority and then as written; passing ones are counted', () => {
  const { stories } = read(
    { ...story, id: 'c', priority: 3 },
    { ...story, id: 'done', passes: true, priority: 1 },
    { ...story, id: 'a', priority: 1 },
    { ...story, id: 'b', priority: 1 },
    { id: 'last' },
  );
  expect(openStories(stories).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'last']);
  expect(passingStories(stories).map(({ id }) => id)).toEqual(['done']);
});
