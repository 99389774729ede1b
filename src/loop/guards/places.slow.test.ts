import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing/temporary-folder.ts';
import { isUntouched } from './change.ts';
import { changesSince } from './changes-since.ts';
import { keepRejected } from './keep-work.ts';
import { restore } from './restore.ts';
import { loadSnapshot } from './snapshot-file.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { dump } from './testing/dump.ts';
import { busyRepository, commitAll, git, newRepository, sh } from './testing/git-fixture.ts';

const scratchOf = (root: string): string => path.join(root, '.ralph/snapshots');
const snap = (root: string) => takeSnapshot(root, { scratch: scratchOf(root) });

function withSubmodule(): string {
  const library = newRepository({ 'lib.c': 'int lib;\n', 'inc/lib.h': 'extern int lib;\n' });
  const root = newRepository({ 'main.c': 'int main;\n', '.gitignore': '.ralph/\n' });
  git(root, 'submodule', '--quiet', 'add', library, 'deps/library');
  commitAll(root, 'with a submodule');
  writeFiles(root, { 'deps/library/lib.c': 'int lib = 1; /* uncommitted */\n' });
  return root;
}

function withLineEnds(): string {
  const root = temporaryFolder();
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'config', 'core.autocrlf', 'true');
  git(root, 'config', 'filter.upper.clean', 'tr a-z A-Z');
  git(root, 'config', 'filter.upper.smudge', 'cat');
  writeFiles(root, {
    '.gitignore': '.ralph/\n',
    '.gitattributes': '*.bat text eol=crlf\n*.up filter=upper\n*.raw -text\n',
    'unix.txt': 'one\ntwo\n',
    'windows.txt': 'one\r\ntwo\r\n',
    'run.bat': 'echo\r\n',
    'mixed.raw': 'a\r\nb\n',
    'shout.up': 'quiet\n',
  });
  commitAll(root, 'line ends');
  return root;
}

function withOddNames(): string {
  const root = newRepository({
    'line\nend': '1\n',
    'quo"te\'s': '2\n',
    'ünïcödé/日本.txt': '3\n',
    '-rf': '4\n',
    ' spaces ': '5\n',
    'back\\slash': '6\n',
    'tab\tstop': '7\n',
    ':(glob)x': '8\n',
    '.gitignore': '.ralph/\n',
  });
  writeFileSync(Buffer.from([...Buffer.from(`${root}/bytes-`), 0xff, 0xfe]), 'not UTF-8\n');
  return root;
}

function detached(): string {
  const root = busyRepository();
  git(root, 'checkout', '-q', '--detach');
  return root;
}

function inConflict(): string {
  const root = newRepository({ a: 'base\n', '.gitignore': '.ralph/\n' });
  sh(
    root,
    'git checkout -qb x; echo x > a; git commit -qam x; git checkout -q main; echo m > a; git commit -qam m; git merge -q x || true',
  );
  return root;
}

const vandal =
  'for f in * */*; do if [ -f "./$f" ]; then echo spoilt >> "./$f"; fi; done; echo new > new-file';

describe('snapshots hold in', () => {
  it.each<[string, () => string, string]>([
    [
      'a repository with a submodule',
      withSubmodule,
      `${vandal}; cd deps/library; echo 2 > inc/lib.h; git add -A; git commit -qm sub; git checkout -qb b; cd ../..; git add -A; git commit -qm top`,
    ],
    [
      'a submodule that is removed',
      withSubmodule,
      'git rm -qf deps/library; rm -rf .git/modules; git commit -qm gone',
    ],
    [
      'a submodule behind a link',
      withSubmodule,
      'rm -rf deps; mkdir /tmp/ralph-d-$$; ln -s /tmp/ralph-d-$$ deps; rmdir /tmp/ralph-d-$$',
    ],
    [
      'a repository with filters and line ends',
      withLineEnds,
      `${vandal}; git add -A; git commit -qm x; git checkout -q .; rm *.txt`,
    ],
    [
      'a repository with odd names',
      withOddNames,
      `${vandal}; git add -A; git commit -qm x; rm -- -rf line* quo*`,
    ],
    [
      'a repository without a commit',
      () => newRepository(),
      `${vandal}; git add -A; git commit -qm first`,
    ],
    [
      'a repository with only a stage',
      () => {
        const r = newRepository();
        writeFiles(r, { a: '1' });
        git(r, 'add', 'a');
        return r;
      },
      'git rm -qf a; echo 2 > b; git add b; git commit -qm b',
    ],
    ['a detached HEAD', detached, 'echo x > src/a.ts; git commit -qam x; git checkout -q main'],
    [
      'a merge in conflict',
      inConflict,
      'git checkout -q --theirs a; git add a; git commit -qm merged',
    ],
    [
      'a folder without git',
      () => temporaryFolder({ 'a.txt': 'a\n', 'b/c.txt': 'c\n', 'node_modules/x.js': 'x' }),
      `${vandal.replace('for f in * */*', 'for f in a.txt b/c.txt')}; rm -r b; git init -q; git add a.txt; git commit -qm x`,
    ],
    [
      'a folder with a repository inside',
      () => {
        const r = temporaryFolder({ 'a.txt': 'a\n' });
        mkdirSync(`${r}/inner`);
        git(`${r}/inner`, 'init', '-q');
        writeFiles(r, { 'inner/f': '1' });
        commitAll(`${r}/inner`, 'one');
        return r;
      },
      'rm a.txt; cd inner; echo 2 > f; git commit -qam two',
    ],
  ])('%s', async (_, make, script) => {
    const root = make();
    mkdirSync(path.join(root, '.ralph'), { recursive: true });
    writeFileSync(path.join(root, '.ralph/progress.txt'), '');
    const before = dump(root);
    const taken = await snap(root);
    // As a process that comes after a crash would have it.
    const snapshot = loadSnapshot(taken.scratch, taken.id);
    expect(snapshot).toEqual(taken);
    sh(root, script);
    expect(isUntouched(await changesSince(snapshot))).toBe(false);
    expect(await keepRejected(snapshot, { run: 'r', iteration: 1 })).toBeDefined();
    expect((await restore(snapshot)).lost).toEqual([]);
    expect(dump(root)).toEqual(before);
    expect(isUntouched(await changesSince(snapshot))).toBe(true);
  });

  it('a linked worktree, without touching what others do meanwhile', async () => {
    const main = busyRepository();
    const root = path.join(temporaryFolder(), 'wt');
    git(main, 'worktree', 'add', '-q', root, '-b', 'work');
    const before = dump(root);
    const snapshot = await snap(root);
    sh(
      root,
      'echo x > src/a.ts; git commit -qam agent; echo y > README.md; git branch -qD feature',
    );
    writeFiles(main, { 'mine.txt': 'a person at work\n' });
    git(main, 'add', 'mine.txt');
    git(main, 'commit', '-q', '-m', 'meanwhile');
    const meanwhile = git(main, 'rev-parse', 'main');
    await restore(snapshot);
    expect(git(main, 'rev-parse', 'main')).toBe(meanwhile);
    const after = dump(root);
    const refs = '. refs';
    expect(after[refs]).toContain('refs/heads/feature');
    expect({ ...after, [refs]: '', '. status': '' }).toEqual({
      ...before,
      [refs]: '',
      '. status': '',
    });
  });

  it('a checkout whose repository has a worktree in which somebody else commits', async () => {
    const root = busyRepository();
    const other = path.join(temporaryFolder(), 'wt');
    git(root, 'worktree', 'add', '-q', other, '-b', 'theirs');
    const snapshot = await snap(root);
    writeFiles(other, { 'theirs.txt': '1\n' });
    commitAll(other, 'theirs');
    const theirs = git(other, 'rev-parse', 'HEAD');
    sh(root, 'echo x > src/a.ts; git commit -qam agent; git pack-refs --all');
    await restore(snapshot);
    expect(git(other, 'rev-parse', 'HEAD')).toBe(theirs);
    expect(git(other, 'status', '--porcelain')).toBe('');
  });
});
