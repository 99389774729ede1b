import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { sharedFolder } from '../../../../test/support/scratch-folder.ts';
import { temporaryFolder, writeFiles } from '../../testing/temporary-folder.ts';

/** Git as a user or an agent runs it, hooks and all, but without the developer's own settings. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    encoding: 'latin1',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
    },
  });
}

/** A shell script as an agent would run it in the root. */
export function sh(folder: string, script: string): void {
  execFileSync('sh', ['-ec', script], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'protocol.file.allow',
      GIT_CONFIG_VALUE_0: 'always',
      GIT_AUTHOR_NAME: 'Agent',
      GIT_AUTHOR_EMAIL: 'agent@example.com',
      GIT_COMMITTER_NAME: 'Agent',
      GIT_COMMITTER_EMAIL: 'agent@example.com',
    },
  });
}

export function newRepository(
  files: Readonly<Record<string, string | Buffer>> = {},
  root = temporaryFolder(),
): string {
  writeFiles(root, files);
  git(root, 'init', '-q', '-b', 'main');
  if (Object.keys(files).length > 0) commitAll(root, 'start');
  return root;
}

export function commitAll(root: string, message: string): void {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', message);
}

/** A repository in the middle of a person's work: something of every kind that an agent could spoil. */
export function busyRepository(): string {
  template ??= makeBusyRepository();
  const root = temporaryFolder();
  cpSync(template, root, { recursive: true, verbatimSymlinks: true });
  return root;
}

let template: string | undefined;

function makeBusyRepository(): string {
  const files = {
    'README.md': 'readme\n',
    'src/a.ts': 'export const a = 1;\n',
    'src/b.ts': 'export const b = 2;\n',
    'src/deep/er/c.ts': 'c\n',
    'docs/guide.md': 'guide\n',
    'bin/run.sh': '#!/bin/sh\necho run\n',
    'logo.png': Buffer.from([0x89, 0x50, 0, 1, 2, 0xff, 0x0d, 0x0a]),
    'empty.txt': '',
    '.gitignore': 'build/\nnode_modules/\n.env\n*.log\n.ralph/\n',
    'tracked.log.keep': 'x',
  };
  const root = newRepository(files, sharedFolder());
  chmodSync(path.join(root, 'bin/run.sh'), 0o755);
  symlinkSync('src/a.ts', path.join(root, 'link-to-a'));
  commitAll(root, 'more');
  git(root, 'branch', 'feature');
  git(root, 'tag', '-a', 'v1', '-m', 'one');
  writeFiles(root, { 'stashed.txt': 'stashed\n' });
  git(root, 'add', 'stashed.txt');
  git(root, 'stash', 'push', '-q');
  writeFiles(root, {
    'README.md': 'readme, edited but not added\n',
    'src/b.ts': 'export const b = "staged";\n',
    'notes/todo.txt': 'untracked\n',
    'build/out.js': 'ignored result\n',
    '.env': 'SECRET=1\n',
    'node_modules/x/index.js': 'dependency\n',
    'spare/': '',
    '.ralph/progress.txt': 'own\n',
  });
  git(root, 'add', 'src/b.ts');
  writeFiles(root, { 'src/b.ts': 'export const b = "edited after it was staged";\n' });
  return root;
}
