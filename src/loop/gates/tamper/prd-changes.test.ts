import { describe, expect, it } from 'vitest';
import { tampering } from './testing/tampering.ts';

const file = 'scripts/ralph/prd.json';
const story = {
  id: 'US-001',
  title: 'List items',
  acceptanceCriteria: ['GET /items answers 200', 'An empty list is []'],
  priority: 1,
  passes: false,
  notes: '',
};
const other = { ...story, id: 'US-002', title: 'Add items', dependsOn: ['US-001'] };
const prd = { branchName: 'ralph/items', project: 'Shop', userStories: [story, other] };
const text = JSON.stringify(prd, null, 2);
const with_ = (...userStories: unknown[]) => JSON.stringify({ ...prd, userStories });

const edit = (after: string | null, before = text) =>
  tampering(before === '' ? {} : { [file]: before }, { [file]: after }, { prdFile: file });

describe('a PRD may', () => {
  it.each([
    [
      'be reported on',
      with_({ ...story, passes: true, notes: 'done' }, { ...other, passes: true }),
    ],
    ['be taken back', with_({ ...story, passes: false }, other)],
    [
      'be written anew with its keys in another order',
      JSON.stringify({
        userStories: [{ ...story }, Object.fromEntries(Object.entries(other).reverse())],
        project: 'Shop',
        branchName: 'ralph/items',
      }),
    ],
    ['lose its notes', with_(story, other).replace('"notes":"",', '')],
    ['have a mark of byte order', `\uFEFF${text}`],
  ])('%s', async (_, after) => {
    expect(await edit(after)).toEqual([]);
  });

  it('be created, and be mended when it was broken', async () => {
    expect(await edit(text, '')).toEqual([]);
    expect(await edit(text, '{"userStories": [')).toEqual([]);
  });
});

describe('a PRD may not', () => {
  it.each([
    ['lose a story', with_(story), `in ${file} US-002 was removed`],
    ['lose all stories', with_(), `in ${file} US-001, US-002 were removed`],
    [
      'gain a story',
      with_(story, other, { ...story, id: 'US-003' }),
      `in ${file} US-003 was added`,
    ],
    [
      'ask for less',
      with_({ ...story, acceptanceCriteria: ['It exists'] }, other),
      `in ${file} US-001 was changed in more than "passes" and "notes"`,
    ],
    [
      'drop a criterion while it passes',
      with_(
        { ...story, passes: true, acceptanceCriteria: story.acceptanceCriteria.slice(1) },
        other,
      ),
      `in ${file} US-001 was changed in more than "passes" and "notes"`,
    ],
    [
      'get another title',
      with_({ ...story, title: 'x' }, other),
      `in ${file} US-001 was changed in more than "passes" and "notes"`,
    ],
    [
      'lose a key of another tool',
      with_(story, { ...other, dependsOn: [] }),
      `in ${file} US-002 was changed in more than "passes" and "notes"`,
    ],
    ['get another order', with_(other, story), `${file} changed around its stories`],
    [
      'get another branch',
      text.replace('ralph/items', 'main'),
      `${file} changed around its stories`,
    ],
    [
      'lose its list',
      JSON.stringify({ ...prd, userStories: {} }),
      `in ${file} US-001, US-002 were removed`,
    ],
    ['be broken', text.slice(0, -5), `${file} is no longer valid JSON`],
    ['be deleted', null, `${file} was deleted`],
  ])('%s', async (_, after, message) => {
    expect(await edit(after)).toEqual([`prd_changed: ${message}`]);
  });
});

it('a PRD that the run does not work on is a file like any other', async () => {
  expect(await tampering({ [file]: text }, { [file]: null })).toEqual([]);
});
