import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dump } from '../../guards/testing/dump.ts';
import { busyRepository, git } from '../../guards/testing/git-fixture.ts';
import { writeFiles } from '../../testing/temporary-folder.ts';
import { promise } from '../rules/promise.ts';
import { sampleRun } from '../testing/run-in.ts';

const one = { iterations: 1, minutes: 5, stall: 5 };

describe('a run that may not edit', () => {
  it('leaves the tree exactly as it was, commits of the agent included, and keeps them', async () => {
    const root = busyRepository();
    const before = dump(root);
    const run = await sampleRun({
      root,
      turns: [
        {
          steps: [
            { write: 'src/a.ts', text: 'sneaked in' },
            { run: 'git -c user.name=x -c user.email=x@y commit -qam dodge; rm .git/index' },
            { say: promise },
          ],
        },
      ],
      options: { allow_edits: false, budgets: one },
    });
    expect(await run.execute()).toMatchObject({ status: 'stopped', exit_code: 1 });
    expect(dump(root)).toEqual(before);
    const [iteration] = await run.store.iterations(run.id);
    expect(iteration).toMatchObject({ status: 'rejected', changed_files: [] });
    expect(iteration?.rejection?.how_to_recover).toContain(`refs/ralph/rejected/${run.id}/1`);
    expect(git(root, 'show', `refs/ralph/rejected/${run.id}/1:src/a.ts`)).toBe('sneaked in');
    expect(await run.kinds()).toContain('guard');
  });

  it('is complete when the agent only looked, and build results are no offence', async () => {
    const run = await sampleRun({
      files: { '.gitignore': 'build/\n.ralph/\n' },
      turns: [{ steps: [{ write: 'build/out.js', text: 'x' }, { say: promise }] }],
      options: { allow_edits: false, budgets: one },
    });
    expect(await run.execute()).toMatchObject({ status: 'complete' });
    expect(existsSync(path.join(run.root, 'build'))).toBe(false);
  });
});

describe('allowed paths', () => {
  it('reject an iteration that leaves them, whole, even when it promises', async () => {
    const run = await sampleRun({
      turns: [
        {
          until_exists: 'src/two.txt',
          steps: [
            { run: 'test -f src/one.txt || touch src/one.txt stray.txt' },
            { write: 'src/two.txt', text: '2' },
            { run: 'test -f $HOME/seen && git clean -fdxq . -e .ralph -e src || touch $HOME/seen' },
            { say: promise },
          ],
        },
      ],
      files: { 'src/keep.txt': 'k' },
      options: { allowed_paths: ['src'], budgets: { ...one, iterations: 2 } },
    });
    expect(await run.execute()).toMatchObject({ status: 'complete' });
    const iterations = await run.store.iterations(run.id);
    expect(iterations.map(({ status }) => status)).toEqual(['rejected', 'accepted']);
    expect(run.asked[1]?.last_verdict).toContain('stray.txt');
    expect(existsSync(path.join(run.root, 'stray.txt'))).toBe(false);
  });
});

describe('understand', () => {
  it('keeps its map, committed or not, and loses everything else', async () => {
    const map = 'scripts/ralph/codebase_map.md';
    const run = await sampleRun({
      files: { [map]: 'empty\n' },
      turns: [
        {
          steps: [
            { write: map, text: 'the map\n' },
            { write: 'a.txt', text: 'spoilt' },
            { run: 'git -c user.name=x -c user.email=x@y commit -qam all' },
            { say: promise },
          ],
        },
      ],
      options: { kind: 'understand', allow_edits: false, budgets: one },
    });
    const head = git(run.root, 'rev-parse', 'HEAD');
    writeFiles(run.root, { 'mine.txt': 'untracked' });
    expect(await run.execute()).toMatchObject({ status: 'complete' });
    expect(readFileSync(path.join(run.root, map), 'utf8')).toBe('the map\n');
    expect(readFileSync(path.join(run.root, 'a.txt'), 'utf8')).toBe('a\n');
    expect(git(run.root, 'rev-parse', 'HEAD')).toBe(head);
    expect(git(run.root, 'status', '--porcelain')).toBe(` M ${map}\n?? mine.txt\n`);
    const [iteration] = await run.store.iterations(run.id);
    expect(iteration).toMatchObject({ status: 'accepted', changed_files: [map] });
    expect(git(run.root, 'show', `refs/ralph/rejected/${run.id}/1:a.txt`)).toBe('spoilt');
  });
});

describe('a test that was tracked', () => {
  it("cannot be made nobody's by an ignore file", async () => {
    const run = await sampleRun({
      files: { 'test/cart.test.js': "test('adds', () => { expect(add(1, 1)).toBe(2); });\n" },
      turns: [
        {
          steps: [
            { run: 'echo test/ >> .gitignore; git rm -qr --cached test; rm -r test' },
            { say: promise },
          ],
        },
      ],
      options: { budgets: one },
    });
    const ended = await run.execute();
    expect(ended).toMatchObject({ status: 'stopped', phase: 'needs_approval' });
    expect(ended.reason).toContain('test/cart.test.js was deleted');
  });
});
