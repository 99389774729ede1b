import {
  chmodSync,
  existsSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorText } from '../testing/error-text.ts';
import { writeFiles } from '../testing/temporary-folder.ts';
import { changesSince } from './changes-since.ts';
import { pruneSnapshots } from './prune-snapshots.ts';
import { restore } from './restore.ts';
import { listSnapshots, loadSnapshot } from './snapshot-file.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { dump } from './testing/dump.ts';
import { busyRepository, git, newRepository, sh } from './testing/git-fixture.ts';
import { treeFingerprint } from './tree-fingerprint.ts';

const scratchOf = (root: string): string => path.join(root, '.ralph/snapshots');
const snap = (root: string) => takeSnapshot(root, { scratch: scratchOf(root) });

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

  it('puts aside what no commit can hold', async () => {
    const root = busyRepository();
    const snapshot = await snap(root);
    expect((await restore(snapshot)).put_aside).toBeNull();
    sh(root, 'git init -q inner; cd inner; echo 1 > f; git add f; git commit -qm kept');
    const { put_aside } = await restore(snapshot);
    const [name = ''] = readdirSync(put_aside ?? '');
    expect(git(root, `--git-dir=${put_aside}/${name}`, 'log', '--format=%s')).toBe('kept\n');
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
    expect((await restore(second)).lost).toEqual([]);
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
    expect(readlinkSync(path.join(root, 'dangling'))).toBe('nowhere');
    expect((await changesSince(snapshot)).files).toEqual([]);
  });
});
