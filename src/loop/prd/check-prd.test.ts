import { describe, expect, it } from 'vitest';
import { checkPrd } from './check-prd.ts';

const good = {
  id: 'US-001',
  title: 'List items',
  acceptanceCriteria: ['GET /items answers 200'],
  priority: 1,
  passes: false,
  notes: '',
};
const without = (key: string) =>
  Object.fromEntries(Object.entries(good).filter(([k]) => k !== key));
const prd = (...userStories: unknown[]) =>
  JSON.stringify({ branchName: 'ralph/items', userStories }, null, 2);
const shown = (text: string) =>
  checkPrd(text, 'prd.json').problems.map(
    ({ severity, code, line, message, fix }) => `${severity} ${code} ${line}: ${message} → ${fix}`,
  );

describe('checkPrd accepts', () => {
  it.each([
    ['the scaffold', '{"branchName":"ralph/feature","userStories":[]}', 0],
    ['a story', prd(good), 1],
    ['two stories', prd(good, { ...good, id: 'US-002', passes: true, notes: 'x' }), 2],
    ['a mark of byte order', `\uFEFF${prd(good)}`, 1],
    ['CRLF', prd(good).replaceAll('\n', '\r\n'), 1],
    ['a negative priority', prd({ ...good, priority: -1 }), 1],
  ])('%s', (_, text, stories) => {
    expect(checkPrd(text, 'prd.json')).toEqual({ problems: [], stories });
  });
});

describe('checkPrd explains', () => {
  it.each([
    ['an empty file', '', 'Not valid JSON at line 1, column 1: the file is empty.'],
    ['blanks', ' \n\n', 'Not valid JSON at line 1, column 1: the file is empty.'],
    [
      'a comma too many',
      '{\n  "branchName": "a",\n}',
      'Not valid JSON at line 3, column 1: a property name in double quotes is expected (is there a comma too many?).',
    ],
    [
      'a comma too many in a list',
      '{"userStories": [1,]}',
      'Not valid JSON at line 1, column 20: a value is expected (is there a comma too many?).',
    ],
    [
      'a missing comma',
      '{"branchName": "a" "userStories": []}',
      'Not valid JSON at line 1, column 20: a comma is expected before this.',
    ],
    [
      'a comment',
      '{ // x\n"userStories": []}',
      'Not valid JSON at line 1, column 3: JSON has no comments.',
    ],
    [
      'single quotes',
      "{'branchName': 'a'}",
      'Not valid JSON at line 1, column 2: this is no JSON value.',
    ],
    [
      'a file cut short',
      '{"branchName": "a", "userStories": [',
      'Not valid JSON at line 1, column 37: a closing ] is missing.',
    ],
    [
      'an open string',
      '{"branchName": "a\n}',
      'Not valid JSON at line 1, column 16: a string is not closed on its line.',
    ],
    [
      'text after the end',
      '{"branchName": "a", "userStories": []} x',
      'Not valid JSON at line 1, column 40: this is no JSON value.',
    ],
    ['YAML', 'branchName: a\n', 'Not valid JSON at line 1, column 1: this is no JSON value.'],
    [
      'a wrong escape',
      '{"branchName": "a\\q"}',
      'Not valid JSON at line 1, column 16: a string holds an unknown escape.',
    ],
    [
      'absurd nesting',
      '['.repeat(300_000),
      'Not valid JSON at line 1, column 1: it is nested too deeply.',
    ],
  ])('%s', (_, text, message) => {
    const { problems } = checkPrd(text, 'prd.json');
    expect(problems).toMatchObject([{ severity: 'error', code: 'prd_syntax', message }]);
    expect(problems[0]?.fix).toBe(
      'Correct the file there. An empty PRD is {"branchName": "ralph/feature", "userStories": []}.',
    );
  });

  it('a list at the top', () => {
    expect(shown('[]')).toMatchInlineSnapshot(`
      [
        "error prd_shape 1: The top of the file is a list; an object is needed. → Write {"branchName": "ralph/feature", "userStories": [ … ]}.",
      ]
    `);
  });
  it('a number at the top', () => {
    expect(shown('5')).toMatchInlineSnapshot(`
      [
        "error prd_shape 1: The top of the file is 5; an object is needed. → Write {"branchName": "ralph/feature", "userStories": [ … ]}.",
      ]
    `);
  });
  it('an empty object', () => {
    expect(shown('{}')).toMatchInlineSnapshot(`
      [
        "error prd_missing_key 1: The PRD has no "branchName". → Add "branchName": "ralph/feature".",
        "error prd_missing_key 1: The PRD has no "userStories". → Add "userStories": [].",
      ]
    `);
  });
  it('a branch name that is no text', () => {
    expect(shown('{"branchName": 7, "userStories": []}')).toMatchInlineSnapshot(`
      [
        "error prd_type 1: branchName is 7; a text is needed. → Write a text in double quotes.",
      ]
    `);
  });
  it('a branch name that git refuses', () => {
    expect(shown('{"branchName": "my feature", "userStories": []}')).toMatchInlineSnapshot(`
      [
        "error prd_branch_name 1: branchName "my feature" is no name for a git branch: it holds a space. → Use letters, digits, - and /, for example "ralph/feature".",
      ]
    `);
  });
  it('stories that are no list', () => {
    expect(shown('{"branchName": "a", "userStories": {}}')).toMatchInlineSnapshot(`
      [
        "error prd_type 1: userStories is an object; a list is needed. → Write a list of stories; [] is an empty one.",
      ]
    `);
  });
  it('a story that is no object', () => {
    expect(shown(prd('US-001'))).toMatchInlineSnapshot(`
      [
        "error prd_type 4: userStories[0] is the text "US-001"; an object is needed. → Write an object with id, title, acceptanceCriteria, priority, passes, notes.",
      ]
    `);
  });
  it('null as a story', () => {
    expect(shown(prd(null))).toMatchInlineSnapshot(`
      [
        "error prd_type 4: userStories[0] is null; an object is needed. → Write an object with id, title, acceptanceCriteria, priority, passes, notes.",
      ]
    `);
  });
  it.each(['id', 'title', 'acceptanceCriteria', 'priority', 'passes', 'notes'])(
    'a story without %s',
    (key) => {
      expect(shown(prd(without(key)))).toMatchObject([
        expect.stringMatching(
          `^error prd_missing_key 4: userStories\\[0\\] has no "${key}"\\. → Add "${key}": `,
        ),
      ]);
    },
  );
  it('a number as id', () => {
    expect(shown(prd({ ...good, id: 1 }))).toMatchInlineSnapshot(`
      [
        "error prd_type 5: userStories[0].id is 1; a text is needed. → Write a text in double quotes.",
      ]
    `);
  });
  it('an empty title', () => {
    expect(shown(prd({ ...good, title: ' ' }))).toMatchInlineSnapshot(`
      [
        "error prd_empty_text 6: userStories[0].title is empty. → Write something there.",
      ]
    `);
  });
  it('a priority that is a word', () => {
    expect(shown(prd({ ...good, priority: 'high' }))).toMatchInlineSnapshot(`
      [
        "error prd_type 10: userStories[0].priority is the text "high"; a whole number is needed. → Write a whole number without quotes; 1 comes first.",
      ]
    `);
  });
  it('a priority that is a fraction', () => {
    expect(shown(prd({ ...good, priority: 1.5 }))).toMatchInlineSnapshot(`
      [
        "error prd_type 10: userStories[0].priority is 1.5; a whole number is needed. → Write a whole number without quotes; 1 comes first.",
      ]
    `);
  });
  it('passes that is a text', () => {
    expect(shown(prd({ ...good, passes: 'true' }))).toMatchInlineSnapshot(`
      [
        "error prd_type 11: userStories[0].passes is the text "true"; true or false is needed. → Write false without quotes; Ralph sets true when the gates are green.",
      ]
    `);
  });
  it('notes that are null', () => {
    expect(shown(prd({ ...good, notes: null }))).toMatchInlineSnapshot(`
      [
        "error prd_type 12: userStories[0].notes is null; a text is needed. → Write a text in double quotes.",
      ]
    `);
  });
  it('criteria that are a text', () => {
    expect(shown(prd({ ...good, acceptanceCriteria: 'works' }))).toMatchInlineSnapshot(`
      [
        "error prd_type 7: userStories[0].acceptanceCriteria is the text "works"; a list of texts is needed. → Write a list, one checkable sentence each.",
      ]
    `);
  });
  it('criteria that hold something else, and nothing', () => {
    expect(shown(prd({ ...good, acceptanceCriteria: [{}, ''] }))).toMatchInlineSnapshot(`
      [
        "error prd_type 8: userStories[0].acceptanceCriteria[0] is an object; a text is needed. → Write a text in double quotes.",
        "error prd_empty_text 9: userStories[0].acceptanceCriteria[1] is empty. → Write something there.",
      ]
    `);
  });
  it('no criteria at all', () => {
    expect(shown(prd({ ...good, acceptanceCriteria: [] }))).toMatchInlineSnapshot(`
      [
        "warning prd_no_criteria 7: userStories[0].acceptanceCriteria is empty, so nothing says when the story is done. → Add at least one sentence that a test or a person can check.",
      ]
    `);
  });
  it('an id used twice', () => {
    expect(shown(prd(good, { ...good, title: 'Again' }))).toMatchInlineSnapshot(`
      [
        "error prd_duplicate_id 14: userStories[1].id "US-001" is already the id of userStories[0]. → Give each story an id of its own.",
      ]
    `);
  });
  it('a key written twice', () => {
    expect(
      shown('{"branchName": "a", "branchName": "b", "userStories": []}'),
    ).toMatchInlineSnapshot(`
      [
        "error prd_duplicate_key 1: The PRD has the key "branchName" twice. → Remove one of the two.",
      ]
    `);
  });
  it('keys of other tools, which are kept', () => {
    expect(
      shown(prd({ ...good, description: 'As a user …', dependsOn: [] })),
    ).toMatchInlineSnapshot(`
      [
        "warning prd_unknown_key 13: userStories[0] has the key "description", which Ralph keeps and does not use. → Ralph reads id, title, acceptanceCriteria, priority, passes, notes.",
        "warning prd_unknown_key 14: userStories[0] has the key "dependsOn", which Ralph keeps and does not use. → Ralph reads id, title, acceptanceCriteria, priority, passes, notes.",
      ]
    `);
  });
  it('a key of another tool in many stories, once', () => {
    const other = (id: string) => ({ ...good, id, owner: 'ada' });
    expect(shown(prd(other('a'), other('b'), { ...other('c'), size: 1 }))).toMatchInlineSnapshot(`
      [
        "warning prd_unknown_key 13: userStories[0] and 2 more have the key "owner", which Ralph keeps and does not use. → Ralph reads id, title, acceptanceCriteria, priority, passes, notes.",
        "warning prd_unknown_key 36: userStories[2] has the key "size", which Ralph keeps and does not use. → Ralph reads id, title, acceptanceCriteria, priority, passes, notes.",
      ]
    `);
  });
  it('a key that is nearly right', () => {
    expect(shown('{"branchName": "a", "userStory": []}')).toMatchInlineSnapshot(`
      [
        "warning prd_unknown_key 1: The PRD has the key "userStory", which Ralph keeps and does not use. Did you mean "userStories"? → Ralph reads branchName, userStories.",
        "error prd_missing_key 1: The PRD has no "userStories". → Add "userStories": [].",
      ]
    `);
  });
  it('long and strange values, cut and escaped', () => {
    expect(shown(prd({ ...good, priority: `\n${'x'.repeat(500)}` }))).toMatchInlineSnapshot(`
      [
        "error prd_type 10: userStories[0].priority is the text "\\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"; a whole number is needed. → Write a whole number without quotes; 1 comes first.",
      ]
    `);
  });

  it('at most fifty problems, errors before warnings', () => {
    const extras = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`extra${i}`, 1]));
    const { problems } = checkPrd(prd({ ...good, ...extras, title: '' }), 'prd.json');
    expect(problems).toHaveLength(51);
    expect(problems[0]).toMatchObject({ code: 'prd_empty_text' });
    expect(problems.at(-1)).toMatchObject({
      severity: 'warning',
      code: 'prd_more_problems',
      message: '11 more problems of the same kinds are not shown.',
      fix: 'Correct those above and validate again.',
    });
  });
});
