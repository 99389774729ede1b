import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing/temporary-folder.ts';
import type { Change } from './change.ts';
import { changesSince } from './changes-since.ts';
import { restore } from './restore.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { busyRepository, git, newRepository, sh } from './testing/git-fixture.ts';
import { violations } from './violations.ts';

const snap = (root: string) => takeSnapshot(root, { scratch: path.join(root, '.ralph/snapshots') });

async function changesOf(script: string): Promise<readonly Change[]> {
  const root = busyRepository();
  const snapshot = await snap(root);
  sh(root, script);
  return (await changesSince(snapshot)).files;
}

describe('changesSince', () => {
  it.each<[string, string, Partial<Change>[]]>([
    ['an edit', 'echo x > src/a.ts', [{ path: 'src/a.ts', kind: 'modified' }]],
    [
      'an edit of the same size and age',
      'cp -p src/a.ts t; printf "export const a = 9;\\n" > src/a.ts; touch -r t src/a.ts; rm t',
      [{ path: 'src/a.ts', kind: 'modified' }],
    ],
    ['a file', 'echo x > src/n.ts', [{ path: 'src/n.ts', kind: 'added' }]],
    ['an empty folder', 'mkdir x', [{ path: 'x', kind: 'added' }]],
    ['a deletion', 'rm README.md', [{ path: 'README.md', kind: 'deleted' }]],
    [
      'a rename',
      'mv docs/guide.md manual.md; rmdir docs',
      [{ path: 'manual.md', kind: 'renamed', from: 'docs/guide.md' }],
    ],
    ['a mode', 'chmod 644 bin/run.sh', [{ path: 'bin/run.sh', kind: 'mode' }]],
    ['a link', 'ln -sfn README.md link-to-a', [{ path: 'link-to-a', kind: 'symlink' }]],
    ['a type', 'rm link-to-a; echo x > link-to-a', [{ path: 'link-to-a', kind: 'typechange' }]],
    [
      'ignored files',
      'echo 2 > .env; echo x > a.log',
      [
        { path: '.env', kind: 'modified', ignored: true },
        { path: 'a.log', kind: 'added', ignored: true },
      ],
    ],
    [
      'an ignore file that ignores itself',
      'echo "*" > docs/.gitignore; rm docs/guide.md',
      [
        { path: 'docs/.gitignore', kind: 'added' },
        { path: 'docs/guide.md', kind: 'deleted' },
      ],
    ],
    [
      'a hook',
      'echo x > .git/hooks/post-commit',
      [{ path: '.git/hooks/post-commit', kind: 'added' }],
    ],
    ['a setting', 'git config a.b c', [{ path: '.git/config', kind: 'modified' }]],
    [
      'a repository inside',
      'git init -q inner',
      [
        { path: 'inner', kind: 'added' },
        { path: 'inner/.git', kind: 'added' },
      ],
    ],
    [
      'a commit',
      'echo x > src/a.ts; git commit -qm x src/a.ts',
      [{ path: 'src/a.ts', kind: 'modified', was_committed: true }],
    ],
    [
      'a commit that the file does not show',
      'cp src/a.ts t; echo x > src/a.ts; git commit -qm x src/a.ts; mv t src/a.ts',
      [{ path: 'src/a.ts', kind: 'modified', was_committed: true }],
    ],
    [
      'a stage that the file does not show',
      'cp src/a.ts t; echo x > src/a.ts; git add src/a.ts; mv t src/a.ts',
      [{ path: 'src/a.ts', kind: 'modified' }],
    ],
    ["a person's own work that was committed", 'git add -A; git commit -qm all', []],
    ['nothing but reading', 'git status; git log; git diff; cat README.md; touch src/a.ts', []],
    ["Ralph's own files", 'echo x > .ralph/progress.txt; mkdir .agent; echo y > .agent/z', []],
  ])('sees %s', async (_, script, expected) => {
    const found = await changesOf(script);
    expect(found).toEqual(
      expected.map((change) => expect.objectContaining({ was_committed: false, ...change })),
    );
  });

  it('tells branches, commits and the index', async () => {
    const root = busyRepository();
    const snapshot = await snap(root);
    sh(root, 'git checkout -qb side; echo 1 > one; git add one; git commit -qm "Ünder way" one');
    const { refs, commits, index } = await changesSince(snapshot);
    expect(refs.map(({ name }) => name)).toEqual(['HEAD', 'refs/heads/side']);
    expect(refs[0]).toMatchObject({
      before: 'ref: refs/heads/main',
      after: 'ref: refs/heads/side',
    });
    expect(commits).toEqual([{ id: git(root, 'rev-parse', 'side').trim(), subject: 'Ünder way' }]);
    expect(index).toBe(true);
  });

  it('leaves a fetch in the background alone', async () => {
    const origin = newRepository({ a: '1' });
    const root = temporaryFolder();
    git(root, 'clone', '-q', origin, '.');
    const snapshot = await snap(root);
    writeFiles(origin, { a: '2' });
    git(origin, 'commit', '-qam', 'two');
    git(root, 'fetch', '-q');
    const fetched = git(root, 'rev-parse', 'origin/main');
    expect((await changesSince(snapshot)).refs).toEqual([]);
    await restore(snapshot);
    expect(git(root, 'rev-parse', 'origin/main')).toBe(fetched);
  });

  it('catches what is written through links out of the root, and takes it back', async () => {
    const elsewhere = temporaryFolder({ 'data/x.txt': 'x\n', 'one.txt': 'one\n' });
    const root = newRepository({ 'docs/a.md': 'a\n' });
    symlinkSync(path.join(elsewhere, 'data'), path.join(root, 'docs/out'));
    symlinkSync(path.join(elsewhere, 'one.txt'), path.join(root, 'docs/one'));
    symlinkSync('../docs/a.md', path.join(root, 'docs/inside'));
    const snapshot = await snap(root);
    sh(
      root,
      'echo y > docs/out/x.txt; echo n > docs/out/new.txt; echo 2 > docs/one; ln -s / docs/r',
    );
    const { files } = await changesSince(snapshot);
    expect(files.map(({ path: name, kind, outside }) => [name, kind, outside])).toEqual([
      ['docs/one', 'modified', `${elsewhere}/one.txt`],
      ['docs/out/new.txt', 'added', `${elsewhere}/data/new.txt`],
      ['docs/out/x.txt', 'modified', `${elsewhere}/data/x.txt`],
      ['docs/r', 'added', '/'],
    ]);
    expect(violations(files, ['docs'])).toHaveLength(4);
    await restore(snapshot);
    expect(readFileSync(path.join(elsewhere, 'data/x.txt'), 'utf8')).toBe('x\n');
    expect(readFileSync(path.join(elsewhere, 'one.txt'), 'utf8')).toBe('one\n');
    expect((await changesSince(snapshot)).files).toEqual([]);
  });

  it('sees the real file behind a link inside the root', async () => {
    const root = newRepository({ 'src/secret.ts': 's\n', 'docs/a.md': 'a\n' });
    symlinkSync('../src/secret.ts', path.join(root, 'docs/link'));
    const snapshot = await snap(root);
    sh(root, 'echo evil > docs/link');
    const { files } = await changesSince(snapshot);
    expect(violations(files, ['docs']).map((one) => one.path)).toEqual(['src/secret.ts']);
  });

  it('speaks of paths as seen from a root below the top of its repository', async () => {
    const top = newRepository({ 'pkg/one/a.ts': 'a\n', 'pkg/two/b.ts': 'b\n' });
    const root = path.join(top, 'pkg/one');
    mkdirSync(path.join(root, '.ralph'));
    const snapshot = await snap(root);
    sh(root, 'echo x > a.ts; echo x > ../two/b.ts; echo own > .ralph/x');
    const { files } = await changesSince(snapshot);
    expect(files.map((change) => change.path)).toEqual(['../../pkg/two/b.ts', 'a.ts']);
    expect(violations(files, ['.']).map((one) => one.path)).toEqual(['../../pkg/two/b.ts']);
    await restore(snapshot);
    expect((await changesSince(snapshot)).files).toEqual([]);
  });
});
