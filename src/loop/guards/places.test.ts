import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorText } from '../testing/error-text.ts';
import { temporaryFolder, writeFiles } from '../testing/temporary-folder.ts';
import { isUntouched } from './change.ts';
import { changesSince } from './changes-since.ts';
import { keepRejected } from './keep-work.ts';
import { pruneSnapshots } from './prune-snapshots.ts';
import { restore } from './restore.ts';
import { listSnapshots, loadSnapshot } from './snapshot-file.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { dump } from './testing/dump.ts';
import { busyRepository, commitAll, git, newRepository, sh } from './testing/git-fixture.ts';
import { treeFingerprint } from './tree-fingerprint.ts';

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
    expect(await restore(snapshot)).toEqual({ lost: [] });
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

describe('a snapshot', () => {
  it('reads again only what may have changed, and needs no copy of what git has', async () => {
    const root = newRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n', '.gitignore': '.ralph/\n' });
    writeFiles(root, { 'b.txt': 'dirty\n' });
    const snapshot = await snap(root);
    const stored = (text: string): boolean => {
      const id = git(root, 'hash-object', '--no-filters', text).trim();
      return existsSync(path.join(scratchOf(root), 'contents', id.slice(0, 2), id.slice(2)));
    };
    expect([stored('a.txt'), stored('b.txt')]).toEqual([false, true]);
    const again = await takeSnapshot(root, { scratch: scratchOf(root), earlier: snapshot });
    expect(again.files.get('a.txt')?.content).toBe(snapshot.files.get('a.txt')?.content);
  });

  it('says what it does not cover', async () => {
    const root = busyRepository();
    writeFileSync(path.join(root, 'big.log'), Buffer.alloc(6 * 1024 * 1024));
    const snapshot = await snap(root);
    expect(snapshot.notCovered).toEqual([
      { path: 'node_modules/', why: 'a folder of dependencies or caches' },
      { path: 'big.log', why: 'ignored by git and larger than 5 MB' },
    ]);
    sh(root, 'rm big.log; rm -r node_modules; rm -r notes');
    expect((await restore(snapshot)).lost).toEqual(['big.log', 'node_modules/']);
    expect(existsSync(path.join(root, 'notes/todo.txt'))).toBe(true);
  });

  it('leaves out ignored files beyond the total, and refuses to leave out others', async () => {
    const root = busyRepository();
    writeFiles(root, { 'one.log': 'x'.repeat(900), 'two.log': 'x'.repeat(901) });
    const limits = { ignoredFile: 1_000, ignoredTotal: 1_000, ownTotal: 5_000 };
    const snapshot = await takeSnapshot(root, { scratch: scratchOf(root), limits });
    expect(snapshot.notCovered).toContainEqual({
      path: 'two.log',
      why: 'more than 1 MB of ignored files',
    });
    writeFiles(root, { 'mine.txt': 'x'.repeat(6_000) });
    expect(await errorText(takeSnapshot(root, { scratch: scratchOf(root), limits }))).toBe(
      'Files that are not in git take 1 MB, more than the 1 MB that a snapshot copies. The largest: mine.txt (1 MB), notes/todo.txt (1 MB).\n→ Commit them, list them in .gitignore, or move them out of the folder; then run again.',
    );
  });

  it('covers what was added to git by force inside a folder of dependencies', async () => {
    const root = newRepository({
      '.gitignore': 'node_modules/\n.ralph/\n',
      'node_modules/p/patched.js': '1\n',
    });
    git(root, 'add', '-f', 'node_modules/p/patched.js');
    git(root, 'commit', '-q', '-m', 'patched');
    const snapshot = await snap(root);
    sh(root, 'echo evil > node_modules/p/patched.js');
    expect((await changesSince(snapshot)).files.map((one) => one.path)).toEqual([
      'node_modules/p/patched.js',
    ]);
    await restore(snapshot);
    expect(git(root, 'status', '--porcelain')).toBe('');
  });

  it('brings back folders that were closed, and what was hidden in them goes', async () => {
    const root = busyRepository();
    const before = dump(root);
    chmodSync(path.join(root, 'docs'), 0o555);
    chmodSync(path.join(root, 'docs'), 0o755);
    const snapshot = await snap(root);
    sh(root, 'echo x > src/hidden; rm src/a.ts; chmod 000 src; chmod 500 docs');
    await restore(snapshot);
    expect(dump(root)).toEqual(before);
  });

  it('refuses copies that were tampered with', async () => {
    const root = busyRepository();
    const snapshot = await snap(root);
    sh(
      root,
      'for f in .ralph/snapshots/contents/*/*; do echo tampered > $f; done; echo x > README.md',
    );
    const { lost } = await restore(snapshot);
    expect(lost).toContain('README.md');
  });

  it('of a root that is missing, or that lies in a git folder, is refused', async () => {
    const root = newRepository({ a: '1' });
    const gone = path.join(root, 'nowhere');
    expect(await errorText(snap(gone), { ROOT: root })).toMatch(
      /^Cannot use ROOT\/nowhere: it does not exist/,
    );
    const inGit = takeSnapshot(path.join(root, '.git'), { scratch: scratchOf(root) });
    expect(await errorText(inGit, { ROOT: root })).toMatch(/lies inside a git folder/);
    expect(() => loadSnapshot(scratchOf(root), '../x')).toThrow('missing or damaged');
  });

  it('has one fingerprint for one tree, whatever builds leave behind', async () => {
    const root = busyRepository();
    const print = async (): Promise<string> => treeFingerprint(await snap(root));
    const first = await print();
    sh(root, 'echo other > build/out.js; touch src/a.ts; git commit -qam all');
    expect(await print()).toBe(first);
    sh(root, 'chmod +x src/a.ts');
    expect(await print()).not.toBe(first);
  });

  it('can be forgotten, with the copies that only it needed', async () => {
    const root = busyRepository();
    const first = await snap(root);
    sh(root, 'echo second > README.md; rm notes/todo.txt');
    const second = await snap(root);
    pruneSnapshots(second.scratch, { keep: [second.id], removedBefore: new Date() });
    expect(listSnapshots(second.scratch)).toEqual([second.id]);
    sh(root, 'rm README.md');
    expect(await restore(second)).toEqual({ lost: [] });
    expect((await restore(first)).lost).toEqual(
      expect.arrayContaining(['README.md', 'notes/todo.txt']),
    );
    pruneSnapshots(second.scratch, { keep: [], removedBefore: new Date() });
    expect(listSnapshots(second.scratch)).toEqual([]);
  });

  it('keeps a link where it was, also to nowhere', async () => {
    const root = newRepository({ a: '1' });
    symlinkSync('nowhere', path.join(root, 'dangling'));
    const snapshot = await snap(root);
    sh(root, 'rm dangling');
    await restore(snapshot);
    expect((await changesSince(snapshot)).files).toEqual([]);
  });
});
