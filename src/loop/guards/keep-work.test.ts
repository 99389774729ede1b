import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { keepPartial, keepRejected } from './keep-work.ts';
import { listKept, pruneKept } from './kept-work.ts';
import { restore } from './restore.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { dump } from './testing/dump.ts';
import { busyRepository, git, newRepository, sh } from './testing/git-fixture.ts';

const scratchOf = (root: string): string => path.join(root, '.ralph/snapshots');
const snap = (root: string) => takeSnapshot(root, { scratch: scratchOf(root) });
/** The command at the end of the sentence, as a person would copy it. */
const commandIn = (sentence: string): string => sentence.replace(/^.*to take it back: /s, '');

describe('keepRejected', () => {
  it.each([
    [
      'edits in files of every kind',
      'echo x >> README.md; echo y > "src/new one.ts"; rm docs/guide.md; chmod +x src/a.ts; rm notes/todo.txt',
    ],
    [
      'binary files and odd names',
      `printf '\\000\\377\\n' > logo.png; echo 1 > 'a"b\\c'; echo 2 > -dash; echo 3 > 'ü ä'; printf x > 'tab	stop'`,
    ],
    [
      'links and swapped kinds',
      'rm README.md; mkdir README.md; echo x > README.md/x; ln -sfn docs link-to-a; rm -r docs; echo file > docs',
    ],
    [
      'commits on the branch',
      'echo x >> src/a.ts; git add -A; git commit -qm mine; echo y >> src/a.ts',
    ],
  ])('brings back %s with the command it names', async (_, script) => {
    const root = busyRepository();
    const snapshot = await snap(root);
    sh(root, script);
    const rejected = files(dump(root));
    const kept = await keepRejected(snapshot, { run: 'run_1', iteration: 3 });
    await restore(snapshot);
    expect(files(dump(root))).not.toEqual(rejected);
    expect(kept?.ref).toBe('refs/ralph/rejected/run_1/3');
    sh(root, commandIn(kept?.how_to_recover ?? ''));
    expect(files(dump(root))).toEqual(rejected);
  });

  it("keeps an agent's own commits, branches, stash and index reachable", async () => {
    const root = busyRepository();
    const snapshot = await snap(root);
    sh(
      root,
      'git checkout -qb side; echo 1 > one; git add one; git commit -qm one one; git checkout -q main',
    );
    sh(root, 'echo 2 > two; git add two; rm two; git stash push -q --keep-index -- README.md');
    const side = git(root, 'rev-parse', 'side').trim();
    const stash = git(root, 'rev-parse', 'stash').trim();
    const kept = await keepRejected(snapshot, { run: 'r', iteration: 1 });
    await restore(snapshot);
    sh(root, 'git reflog expire --expire=now --all; git gc -q --prune=now');
    const parents = git(root, 'rev-parse', `${kept?.ref}^@`).trim().split('\n');
    expect(parents).toEqual(expect.arrayContaining([side, stash]));
    expect(parents.map((id) => git(root, 'ls-tree', '-r', '--name-only', id)).join()).toMatch(
      /^two$/m,
    );
  });

  it('survives a restored repository whose refs were packed since', async () => {
    const root = busyRepository();
    const first = await snap(root);
    sh(root, 'echo 1 > one');
    const kept = await keepRejected(first, { run: 'r', iteration: 1 });
    await restore(first);
    sh(root, 'git pack-refs --all; rm -rf .git/packed-refs; echo 2 > two');
    await restore(first);
    expect(git(root, 'show', `${kept?.ref}:one`)).toBe('1\n');
  });

  it('takes what a commit cannot hold into a folder', async () => {
    const root = busyRepository();
    const snapshot = await snap(root);
    sh(root, 'echo evil > .git/hooks/pre-commit');
    const kept = await keepRejected(snapshot, { run: 'r', iteration: 1 });
    expect(kept?.ref).toBeUndefined();
    const file = path.join(kept?.folder ?? '', 'git/hooks/pre-commit');
    expect(readFileSync(file, 'utf8')).toBe('evil\n');
  });

  it('works when another repository was begun, objects are gone, or a worktree was added', async () => {
    for (const damage of [
      'rm -rf .git; git init -q; git add -A; git commit -qm fresh',
      'rm -rf .git/objects; mkdir .git/objects',
      'git worktree add -q wt -b side; echo x > wt/new.txt',
    ]) {
      const root = busyRepository();
      const before = dump(root);
      const snapshot = await snap(root);
      sh(root, `echo work > a.txt; ${damage}`);
      const kept = await keepRejected(snapshot, { run: 'r', iteration: 1 });
      await restore(snapshot);
      expect(dump(root)).toEqual(before);
      sh(root, commandIn(kept?.how_to_recover ?? ''));
      expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe('work\n');
    }
  });

  it('keeps the files where a repository cannot be mended', async () => {
    const root = busyRepository();
    const snapshot = await snap(root);
    sh(
      root,
      'echo work > a.txt; chmod -R +w .git/objects; for f in .git/objects/??/*; do : > $f; done',
    );
    const kept = await keepRejected(snapshot, { run: 'r', iteration: 1 });
    expect(readFileSync(path.join(kept?.folder ?? '', 'files/a.txt'), 'utf8')).toBe('work\n');
    await restore(snapshot);
    expect(existsSync(path.join(root, 'a.txt'))).toBe(false);
    expect(readFileSync(path.join(root, 'README.md'), 'utf8')).toContain('not added');
  });

  it('works in a damaged repository, in one without a commit, and without git', async () => {
    const damaged = busyRepository();
    const empty = newRepository();
    const plain = temporaryFolder({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    for (const [root, damage] of [
      [damaged, 'rm -rf .git; rm src/b.ts'],
      [empty, 'git add -A'],
      [plain, 'rm b.txt'],
    ] as const) {
      const snapshot = await snap(root);
      sh(root, `echo work > a.txt; ${damage}`);
      const kept = await keepRejected(snapshot, { run: 'r', iteration: 1 });
      await restore(snapshot);
      sh(root, commandIn(kept?.how_to_recover ?? ''));
      expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe('work\n');
      if (root === plain) {
        const list = path.join(kept?.folder ?? '', 'deleted.txt');
        expect(readFileSync(list, 'utf8')).toBe('b.txt\n');
      }
    }
  });

  it('keeps nothing when there is nothing', async () => {
    const root = busyRepository();
    const snapshot = await snap(root);
    expect(await keepRejected(snapshot, { run: 'r', iteration: 1 })).toBeUndefined();
    await expect(keepRejected(snapshot, { run: '../x', iteration: 1 })).rejects.toThrow(
      'do not name',
    );
  });

  it('is listed, and forgotten by age', async () => {
    const root = newRepository({ a: '1' });
    const snapshot = await snap(root);
    sh(root, 'echo 2 > a; echo x > .git/hooks/x');
    const old = { now: () => new Date('2020-01-01T00:00:00Z') };
    const first = await keepRejected(snapshot, { run: 'r', iteration: 1, clock: old });
    await keepPartial(snapshot, { run: 'r', iteration: 2 });
    await keepPartial(snapshot, { run: 'r', iteration: 2 });
    const names = async () => (await listKept(scratchOf(root))).map(({ name }) => name);
    expect(await names()).toEqual(['rejected/r/1', 'partial/r/2']);
    await pruneKept(scratchOf(root), new Date('2021-01-01'));
    expect(await names()).toEqual(['partial/r/2']);
    expect(existsSync(first?.folder ?? '')).toBe(false);
    expect(git(root, 'for-each-ref', '--format=%(refname)', 'refs/ralph').trim()).toBe(
      'refs/ralph/partial/r/2',
    );
  });
});

function files(all: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, text]) => !name.startsWith('. ') && !text.startsWith('folder'),
    ),
  );
}
