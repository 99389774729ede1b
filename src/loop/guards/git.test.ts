import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { runGit } from './git.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A git in front of the one that is installed. */
function withGit(script: string): void {
  const folder = temporaryFolder({ git: `#!/bin/sh\n${script}\n` });
  chmodSync(path.join(folder, 'git'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
}

it('says what git says', async () => {
  await expect(runGit(['rev-parse', '--verify', 'nowhere'], { cwd: '/' })).rejects.toMatchObject({
    message: expect.stringMatching(/^git rev-parse failed: fatal: /),
    hint: expect.stringContaining('Mend what git names'),
  });
});

it('blames nothing in the repository when git was killed', async () => {
  withGit('kill -9 $$');
  await expect(runGit(['status'], { cwd: '/' })).rejects.toMatchObject({
    message: 'git status failed: it ended with SIGKILL.',
    hint: expect.stringContaining('Something outside ended it'),
  });
});

it('waits for a lock that somebody holds for a moment', async () => {
  const folder = temporaryFolder({ 'a.txt': 'a' });
  await runGit(['init', '-q', folder]);
  const lock = path.join(folder, '.git/index.lock');
  writeFileSync(lock, '');
  setTimeout(() => rmSync(lock), 300);
  const place = { gitDir: path.join(folder, '.git'), workTree: folder };
  await runGit(['update-index', '--add', '--stdin'], {
    place,
    cwd: folder,
    input: Buffer.from('a.txt\n'),
  });
  expect((await runGit(['ls-files'], { place })).toString()).toBe('a.txt\n');
});

it('says of a lock that stays what it is and which file to remove', async () => {
  withGit(
    "echo \"fatal: Unable to create '/a b/.git/index.lock': File exists.\" >&2; echo >&2; echo 'Another git process seems to be running in this repository, e.g.' >&2; exit 128",
  );
  // What streams in cannot be fed again, so that nothing is waited for.
  async function* nothing() {}
  await expect(runGit(['update-index'], { cwd: '/', input: nothing() })).rejects.toMatchObject({
    message:
      "git update-index failed: fatal: Unable to create '/a b/.git/index.lock': File exists.",
    hint: expect.stringContaining('remove /a b/.git/index.lock, then go on.'),
  });
});

it('feeds a slow git as much as there is, without a listener for each piece', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  async function* pieces() {
    for (let count = 0; count < 40; count++) yield Buffer.alloc(256 * 1024, 'x');
  }
  const id = await runGit(['hash-object', '--stdin'], { cwd: '/', input: pieces() });
  expect(id.toString()).toMatch(/^[0-9a-f]{40}/);
  await new Promise(setImmediate);
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
});
