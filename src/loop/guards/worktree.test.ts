import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorText } from '../testing/error-text.ts';
import { temporaryFolder, writeFiles } from '../testing/temporary-folder.ts';
import { dump } from './testing/dump.ts';
import { busyRepository, commitAll, git, newRepository } from './testing/git-fixture.ts';
import { closeWorktree, openWorktree } from './worktree.ts';

describe('a worktree', () => {
  it("is made on a new branch, leaves the user's files alone, and leaves the branch", async () => {
    const root = busyRepository();
    const before = dump(root);
    const folder = path.join(temporaryFolder(), 'wt');
    const wanted = { folder, branch: 'ralph/work' };
    expect(await openWorktree(root, wanted)).toEqual({ ...wanted, isNew: true });
    expect(await openWorktree(root, wanted)).toEqual({ ...wanted, isNew: false });
    writeFiles(folder, { 'done.txt': 'done\n' });
    expect(await closeWorktree(root, folder)).toEqual({
      removed: false,
      why: 'it holds files that are not committed: done.txt',
    });
    commitAll(folder, 'done');
    writeFiles(folder, { 'build/out.js': 'ignored\n' });
    expect(await closeWorktree(root, folder)).toEqual({ removed: true });
    expect(existsSync(folder)).toBe(false);
    expect(git(root, 'show', 'ralph/work:done.txt')).toBe('done\n');
    const after = dump(root);
    expect({ ...after, '. refs': '' }).toEqual({ ...before, '. refs': '' });
  });

  it('takes up a branch that exists, and one whose folder is gone', async () => {
    const root = newRepository({ a: '1' });
    git(root, 'branch', 'old');
    const folder = path.join(realpathSync(temporaryFolder()), 'wt');
    expect(await openWorktree(root, { folder, branch: 'old' })).toMatchObject({ isNew: false });
    git(root, 'worktree', 'move', folder, `${folder}-moved`);
    git(root, 'worktree', 'remove', `${folder}-moved`);
    expect(await openWorktree(root, { folder, branch: 'old' })).toMatchObject({ isNew: false });
  });

  it.each([
    [
      'a branch that is checked out',
      { a: '1' },
      'main',
      /Cannot make a worktree in .*checked out/s,
    ],
    ['no name for a branch', { a: '1' }, 'a..b', /"a\.\.b" cannot be the name of a branch/],
    ['a repository without a commit', {}, 'new', /needs a commit to start from/],
  ])('is refused for %s', async (_, files, branch, why) => {
    const root = newRepository(files);
    const folder = path.join(temporaryFolder(), 'wt');
    expect(await errorText(openWorktree(root, { folder, branch }))).toMatch(why);
  });

  it('is refused without git', async () => {
    const root = temporaryFolder();
    const opened = openWorktree(root, { folder: path.join(root, 'wt'), branch: 'x' });
    expect(await errorText(opened, { ROOT: root })).toMatch(/^ROOT is not in a git repository/);
  });
});
