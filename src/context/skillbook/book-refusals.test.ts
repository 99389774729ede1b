import { expect, it } from 'vitest';
import { parseBook } from './book.ts';

const skill = '"a-1": {"section": "a", "content": "b"}';

it.each([
  ['nothing', '', 'line 1, column 1: it ends too soon'],
  ['a list', '[1]', 'it holds no object'],
  ['two lists of skills', `{"skills": {}, "bullets": {${skill}}}`, 'both "bullets" and "skills"'],
  ['a skill twice', `{"skills": {${skill}, ${skill}}}`, 'the name "a-1" stands twice'],
  ['a skill that is no object', '{"skills": {"a-1": 7}}', 'the skill "a-1" is no object'],
  ['no content', '{"skills": {"a-1": {"section": "a"}}}', '"content" of the skill "a-1"'],
  [
    'a count that is none',
    '{"skills": {"a-1": {"section": "a", "content": "b", "helpful": NaN}}}',
    '"helpful" of the skill "a-1"',
  ],
  ['sections that are none', '{"skills": {}, "sections": []}', '"sections" is no object'],
  ['a section that is none', '{"skills": {}, "sections": {"a": [1]}}', 'section "a" is no list'],
  ['a count of ids that is none', '{"skills": {}, "next_id": -1}', '"next_id" is no count'],
  ['a well of brackets', `{"skills": ${'['.repeat(100_000)}`, 'nested too deeply'],
  ['text after its end', '{"skills": {}} {}', 'column 16: the file goes on'],
  ['a comma too many', '{"skills": {},}', 'column 15: a name in double quotes is missing'],
  [
    'a raw line break in a text',
    '{"skills": {"a\n',
    'line 1, column 15: a text holds a raw control',
  ],
  ['an unknown escape', '{"\\x": 1}', 'column 3: a text holds an unknown escape'],
  ['no colon', '{"skills" {}}', 'a colon is missing'],
  ['a bare word', '{"skills": {}, "x": yes}', 'a value is expected'],
  ['a number like no other', '{"skills": {}, "next_id": 01}', 'a comma or } is missing'],
  ['an open list', '{"skills": {}, "x": [1', 'a comma or ] is missing'],
])('a file with %s is refused', (_, text, reason) => {
  expect(() => parseBook(text)).toThrow(reason);
});

it('names that JavaScript holds dear are names like others', () => {
  const odd = `{"skills": {"__proto__": {"section": "constructor", "content": "c", "toString": 1}}}`;
  const book = parseBook(odd);
  expect([...book.skills.keys()]).toEqual(['__proto__']);
});
