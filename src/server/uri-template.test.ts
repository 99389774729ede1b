import { describe, expect, it } from 'vitest';
import { uriMatcher } from './uri-template.ts';

describe('uriMatcher', () => {
  const match = uriMatcher('ralph://tasks/{id}/notes/{name}');

  it('reads the variables', () => {
    expect(match('ralph://tasks/12/notes/a%20b')).toEqual({ id: '12', name: 'a b' });
    expect(uriMatcher('ralph://prompt')('ralph://prompt')).toEqual({});
  });

  it.each([
    'ralph://tasks/12/notes/',
    'ralph://tasks/12/notes/a/b',
    'ralph://tasks/12/notes/a?x=1',
    'ralph://tasks/12/notes/..',
    'ralph://tasks/%2e%2e/notes/a',
    'ralph://tasks/a%2Fb/notes/a',
    'ralph://tasks/a%5Cb/notes/a',
    'ralph://tasks/a%00/notes/a',
    'ralph://tasks/%E0%A4%A/notes/a',
    'xralph://tasks/1/notes/a',
    'ralph://tasks/1/notes/a\n',
  ])('does not take %j', (uri) => {
    expect(match(uri)).toBeUndefined();
  });

  it('takes the rest of a template literally', () => {
    expect(uriMatcher('a.b://{x}')('aXb://1')).toBeUndefined();
  });
});
