import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dump } from '../../guards/testing/dump.ts';
import { busyRepository, git } from '../../guards/testing/git-fixture.ts';
import { promise } from '../rules/promise.ts';
import { sampleRun } from '../testing/run-in.ts';
import { undoRun } from './undo-run.ts';

const budgets = { iterations: 3, minutes: 5, stall: 5 };
const twoTurns = [
  {
    until_exists: 'one.txt',
    steps: [
      { write: 'one.txt', text: '1' },
      { write: 'README.md', text: 'mine' },
    ],
  },
  { steps: [{ write: 'two.txt', text: '2' }, { say: promise }] },
];

describe('commit', () => {
  it('makes one commit per accepted iteration, of what that changed and nothing else', async () => {
    const root = busyRepository();
    const staged = git(root, 'show', ':src/b.ts');
    const run = await sampleRun({ root, turns: twoTurns, options: { budgets, commit: true } });
    expect(await run.execute()).toMatchObject({ status: 'complete' });
    const log = git(root, 'log', '--format=%s', '--name-only', '-2').split('\n').filter(Boolean);
    expect(log).toEqual([
      'Ralph: iteration 2',
      'two.txt',
      'Ralph: iteration 1',
      'README.md',
      'one.txt',
    ]);
    expect(git(root, 'show', ':src/b.ts')).toBe(staged);
    expect(git(root, 'status', '--porcelain')).toBe('MM src/b.ts\n?? notes/\n');
    expect(await run.store.iterations(run.id)).toMatchObject([
      { commits: [git(root, 'rev-parse', 'HEAD~1').trim()] },
      { commits: [git(root, 'rev-parse', 'HEAD').trim()] },
    ]);
  });
});

describe('undo', () => {
  it('takes a whole run back, branch and all, and keeps its work', async () => {
    const root = busyRepository();
    const before = dump(root);
    const run = await sampleRun({
      root,
      turns: twoTurns,
      options: { budgets, commit: true, branch: 'ralph/new' },
    });
    expect(await run.execute()).toMatchObject({ status: 'complete', branch: 'ralph/new' });
    expect(git(root, 'branch', '--show-current').trim()).toBe('ralph/new');
    writeFileSync(path.join(root, 'later.txt'), 'later');
    await expect(undoRun(run.services, run.id)).rejects.toMatchObject({ code: 'conflict' });
    const { how_to_recover } = await undoRun(run.services, run.id, { force: true });
    expect(dump(root)).toEqual(before);
    const ref = `refs/ralph/partial/${run.id}/0`;
    expect(how_to_recover).toContain(ref);
    expect(git(root, 'show', `${ref}:two.txt`)).toBe('2');
    expect(git(root, 'show', `${ref}:later.txt`)).toBe('later');
    expect((await run.store.get(run.id)).undone).toBe(true);
    await expect(undoRun(run.services, run.id)).rejects.toThrow('undone already');
    await expect(run.execute()).rejects.toThrow('was undone and cannot go on');
  });

  it('is refused while the run goes on', async () => {
    const run = await sampleRun();
    await expect(undoRun(run.services, run.id)).rejects.toThrow('has not ended');
  });
});

describe('a worktree', () => {
  it('leaves the root alone and a branch to review; undone, that is gone too', async () => {
    const root = busyRepository();
    const before = dump(root);
    const run = await sampleRun({
      root,
      turns: twoTurns,
      options: { budgets, commit: true, worktree: true, branch: 'ralph/apart' },
    });
    expect(await run.execute()).toMatchObject({
      status: 'complete',
      branch: 'ralph/apart',
      worktree: null,
    });
    expect(readFileSync(path.join(root, 'README.md'), 'utf8')).toContain('edited but not added');
    expect(git(root, 'show', 'ralph/apart:two.txt')).toBe('2');
    expect(existsSync(path.join(root, 'two.txt'))).toBe(false);
    await undoRun(run.services, run.id);
    expect(dump(root)).toEqual(before);
    expect(git(root, 'show', `refs/ralph/partial/${run.id}/0:two.txt`)).toBe('2');
  });

  it('with work that is not committed stays', async () => {
    const run = await sampleRun({
      turns: [{ steps: [{ write: 'b.txt', text: 'b' }, { say: promise }] }],
      options: { budgets, worktree: true },
    });
    const { worktree, branch } = await run.execute();
    expect(branch).toBe(`ralph/${run.id}`);
    expect(readFileSync(path.join(worktree ?? '', 'b.txt'), 'utf8')).toBe('b');
  });
});
