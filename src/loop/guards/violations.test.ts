import { describe, expect, it } from 'vitest';
import type { Change } from './change.ts';
import { violations } from './violations.ts';

const edit = (path: string, more: Partial<Change> = {}): Change => ({
  path,
  kind: 'modified',
  was_committed: false,
  ...more,
});

describe('violations', () => {
  it.each<[string, string, string[], boolean]>([
    ['a file in an allowed folder', 'src/a.ts', ['src'], true],
    ['with a slash at its end', 'src/a.ts', ['src/'], true],
    ['with ./ before it', 'src/a.ts', ['./src'], true],
    ['deep in it', 'src/x/y/z.ts', ['src'], true],
    ['with Windows separators', 'src/x/a.ts', ['src\\x'], true],
    ['an allowed file', 'README.md', ['README.md'], true],
    ['everything', 'any/thing', ['.'], true],
    ['no rule at all', 'any/thing', [], true],
    ['a folder whose name only starts the same', 'src2/a.ts', ['src'], false],
    ['a file elsewhere', 'docs/a.md', ['src', 'test'], false],
    ['above the root', '../other/a.ts', ['.'], false],
    ['hooks', '.git/hooks/pre-commit', ['src'], false],
    ['a glob', 'packages/x/src/a.ts', ['packages/*/src'], true],
    ['a glob that crosses no folder', 'packages/x/y/src/a.ts', ['packages/*/src'], false],
    ['a glob over folders', 'a/b/c.test.ts', ['**/*.test.ts'], true],
    ['the same at the top', 'c.test.ts', ['**/*.test.ts'], true],
    ['a question mark', 'a1.ts', ['a?.ts'], true],
    ['a question mark and a slash', 'a/.ts', ['a?.ts'], false],
    ['a name with a line end', 'src/a\nb', ['src/*'], true],
    ['dots are dots', 'srcxa.ts', ['src.a*'], false],
    ['brackets are names', 'app/[id]/page.tsx', ['app/[id]'], true],
    ['brackets are no classes', 'app/i/page.tsx', ['app/[id]'], false],
    ["Ralph's own folder", '.ralph/progress.txt', ['src'], true],
    ["Ralph's own memory", '.agent/context/context.db', ['src'], true],
    ['a folder named like it elsewhere', 'docs/.ralph/x', ['src'], false],
  ])('%s', (_, path, allowed, fine) => {
    expect(violations([edit(path)], allowed).map((one) => one.path)).toEqual(fine ? [] : [path]);
  });

  it('count both ends of a rename', () => {
    const renamed = edit('src/new.ts', { kind: 'renamed', from: 'docs/old.ts' });
    expect(violations([renamed], ['src'])).toEqual([
      { path: 'docs/old.ts', why: 'renamed, and not in the allowed paths' },
    ]);
  });

  it('pass over what builds leave behind, but not over secrets', () => {
    const changes = [
      edit('coverage/index.html', { ignored: true }),
      edit('.env', { ignored: true }),
      edit('app/.env.local', { ignored: true, kind: 'deleted' }),
    ];
    expect(violations(changes, ['src']).map(({ path }) => path)).toEqual([
      '.env',
      'app/.env.local',
    ]);
  });

  it('never allow what was written through a link out of the root', () => {
    const through = edit('docs/out/file', { outside: '/elsewhere/file' });
    const expected = [{ path: 'docs/out/file', why: 'leads out of the root, to /elsewhere/file' }];
    expect(violations([through], ['docs'])).toEqual(expected);
    expect(violations([through], [])).toEqual(expected);
  });

  it('allow a new link outwards only where everything is allowed', () => {
    const link = edit('docs/out', { kind: 'added', outside: '/elsewhere' });
    expect(violations([link], [])).toEqual([]);
    expect(violations([link], ['docs'])).toHaveLength(1);
  });

  it('say that a change was committed', () => {
    const [found] = violations([edit('a', { was_committed: true })], ['src']);
    expect(found?.why).toBe('modified and committed, and not in the allowed paths');
  });
});
