import { expect, it } from 'vitest';
import { reopenStories } from './reopen-stories.ts';

const prd = `{
\t"branchName": "ralph/x",   "userStories": [
    { "id": "A", "passes":true , "notes": "passes: true" },
    {"id":"B","passes" : true},
    {"id":"C","passes": "true"}
  ],
  "mine": [ 1,2 ]
}`;

it('changes the one word of each story, and no other byte', () => {
  expect(reopenStories(prd, [0])).toBe(prd.replace('"passes":true ', '"passes":false '));
  expect(reopenStories(prd, [1, 0])).toBe(
    prd.replace('"passes":true ', '"passes":false ').replace('"passes" : true', '"passes" : false'),
  );
});

it.each([
  ['a byte order mark', `\uFEFF${prd}`, [1], `\uFEFF${prd.replace(': true}', ': false}')}`],
  ['Windows line ends', prd.replaceAll('\n', '\r\n'), [2], prd.replaceAll('\n', '\r\n')],
  ['a place that is not there', prd, [9], prd],
  ['a file that is no JSON', '{ "userStories": [', [0], '{ "userStories": ['],
  [
    'a key that stands twice',
    '{"userStories":[{"passes":true,"passes":true}]}',
    [0],
    '{"userStories":[{"passes":false,"passes":false}]}',
  ],
])('%s', (_, text, places, expected) => {
  expect(reopenStories(text, places)).toBe(expected);
});
