import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { dump } from '../../guards/testing/dump.ts';
import { busyRepository, git } from '../../guards/testing/git-fixture.ts';
import { sampleRun } from '../testing/run-in.ts';
import { undoRun } from './undo-run.ts';

it('names what has changed since the run ended, of many the first', async () => {
  const run = await sampleRun({
    files: { 'b.txt': 'b\n' },
    turns: [
      { steps: [{ write: 'made.txt', text: 'one' }, { say: '<promise>COMPLETE</promise>' }] },
    ],
  });
  expect(await run.execute()).toMatchObject({ status: 'complete' });
  const write = (file: string) => writeFileSync(path.join(run.root, file), 'since');
  write('.ralph/own.txt');
  write('made.txt');
  rmSync(path.join(run.root, 'b.txt'));
  const changed = (names: readonly string[]) =>
    ['', ...names].join('\n  ').replace(/^/, `Files have changed since run ${run.id} ended:`);
  const refused = (names: readonly string[]) =>
    expect(undoRun(run.services, run.id)).rejects.toMatchObject({
      code: 'conflict',
      message: changed(names),
    });
  await refused(['b.txt', 'made.txt']);

  mkdirSync(path.join(run.root, 'new'));
  const many = Array.from({ length: 10 }, (_, place) => `new/${place}.txt`);
  for (const file of many) write(file);
  await refused(['b.txt', 'made.txt', ...many.slice(0, 8), 'and 2 more']);
});

const done = [
  { steps: [{ write: 'made.txt', text: 'one' }, { say: '<promise>COMPLETE</promise>' }] },
];

it('leaves what a person has done since and has nothing to do with the run', async () => {
  const root = busyRepository();
  const before = dump(root);
  const run = await sampleRun({ root, turns: done, options: { commit: true } });
  expect(await run.execute()).toMatchObject({ status: 'complete' });
  const file = (name: string) => path.join(root, name);

  git(root, 'branch', 'later');
  git(root, 'tag', 'v2');
  writeFileSync(file('src/a.ts'), 'stashed since');
  git(root, 'stash', 'push', '-q', 'src/a.ts');
  git(root, 'config', 'alias.last', 'log -1');
  writeFileSync(file('.env'), 'SECRET=2\n');
  writeFileSync(file('build/since.js'), 'since');
  rmSync(file('build/out.js'));
  const stashes = git(root, 'stash', 'list');

  await undoRun(run.services, run.id);
  expect(existsSync(file('made.txt'))).toBe(false);
  expect(git(root, 'branch', '--format=%(refname:short)').split('\n')).toContain('later');
  expect(git(root, 'tag')).toContain('v2');
  expect(git(root, 'stash', 'list')).toBe(stashes);
  expect(git(root, 'config', 'alias.last')).toBe('log -1\n');
  expect(readFileSync(file('.env'), 'utf8')).toBe('SECRET=2\n');
  expect(readFileSync(file('build/since.js'), 'utf8')).toBe('since');
  expect(existsSync(file('build/out.js'))).toBe(false);
  const after = dump(root);
  for (const name of ['. HEAD', 'README.md', 'src/b.ts', 'notes/todo.txt']) {
    expect(after[name]).toBe(before[name]);
  }
  expect(git(root, 'diff', '--cached', '--name-only')).toBe('src/b.ts\n');
  expect(git(root, 'log', '--format=%s', '-1')).toBe('more\n');
});

it('does not mind that the work of the run is stashed or on another branch', async () => {
  const stashed = await sampleRun({ turns: done });
  await stashed.execute();
  git(stashed.root, 'stash', 'push', '-q', '-u');
  await undoRun(stashed.services, stashed.id);
  expect(git(stashed.root, 'stash', 'list')).toContain('stash@{0}');

  const away = await sampleRun({ turns: done, options: { commit: true, branch: 'ralph/new' } });
  await away.execute();
  git(away.root, 'switch', '-q', 'main');
  await undoRun(away.services, away.id);
  expect(git(away.root, 'branch', '--format=%(refname:short)')).toBe('main\n');
});

it('leaves a repository that has come since, also when told to take later changes', async () => {
  const run = await sampleRun({ turns: done });
  expect(await run.execute()).toMatchObject({ status: 'complete' });
  git(run.root, 'worktree', 'add', '-q', 'apart', '-b', 'apart');
  await expect(undoRun(run.services, run.id)).rejects.toMatchObject({ code: 'conflict' });
  await undoRun(run.services, run.id, { force: true });
  expect(existsSync(path.join(run.root, 'made.txt'))).toBe(false);
  const apart = path.join(run.root, 'apart');
  expect(git(apart, 'status', '--porcelain', '--branch')).toBe('## apart\n');
});

it('takes no commits of a person with the run unless told to', async () => {
  const run = await sampleRun({ turns: done });
  expect(await run.execute()).toMatchObject({ status: 'complete' });
  git(run.root, 'add', '-A');
  git(run.root, 'commit', '-q', '-m', 'mine');
  const mine = git(run.root, 'rev-parse', 'HEAD').trim();
  const refused = (name: string) =>
    expect(undoRun(run.services, run.id)).rejects.toMatchObject({
      code: 'conflict',
      message: `Branches have changed since run ${run.id} ended:\n  ${name}`,
    });
  await refused('branch main');
  git(run.root, 'switch', '-q', '-c', 'later');
  git(run.root, 'branch', '-f', 'main', 'HEAD~1');
  await refused('HEAD (later)');
  git(run.root, 'switch', '-q', 'main', '--detach');
  git(run.root, 'switch', '-q', 'later');

  const { how_to_recover } = await undoRun(run.services, run.id, { force: true });
  expect(how_to_recover).toContain('refs/ralph/partial');
  expect(git(run.root, 'status', '--porcelain', '--branch')).toBe('## main\n');
  expect(git(run.root, 'rev-parse', 'later').trim()).toBe(mine);
});

it('takes no branch back that somebody has gone on with', async () => {
  const branch = 'ralph/apart';
  const run = await sampleRun({ turns: done, options: { commit: true, worktree: true, branch } });
  expect(await run.execute()).toMatchObject({ status: 'complete', worktree: null });
  git(run.root, 'switch', '-q', branch);
  await expect(undoRun(run.services, run.id)).rejects.toThrow(
    `The branch ${branch} is checked out in ${run.root}.`,
  );
  writeFileSync(path.join(run.root, 'mine.txt'), 'mine');
  git(run.root, 'add', 'mine.txt');
  git(run.root, 'commit', '-q', '-m', 'mine');
  git(run.root, 'switch', '-q', 'main');
  await expect(undoRun(run.services, run.id)).rejects.toThrow(
    `Branches have changed since run ${run.id} ended:\n  branch ${branch}`,
  );
  await undoRun(run.services, run.id, { force: true });
  expect(git(run.root, 'branch', '--format=%(refname:short)')).toBe('main\n');
  expect(git(run.root, 'show', `refs/ralph/partial/${run.id}/0:mine.txt`)).toBe('mine');
});

it('takes no worktree away in which somebody has edited since', async () => {
  const run = await sampleRun({ turns: done, options: { worktree: true } });
  const { worktree } = await run.execute();
  writeFileSync(path.join(worktree ?? '', 'made.txt'), 'since');
  await expect(undoRun(run.services, run.id)).rejects.toThrow(
    `Files have changed since run ${run.id} ended:\n  made.txt`,
  );
  await undoRun(run.services, run.id, { force: true });
  expect(existsSync(worktree ?? '')).toBe(false);
  expect(git(run.root, 'show', `refs/ralph/partial/${run.id}/0:made.txt`)).toBe('since');
});
