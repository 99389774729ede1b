import { execFile } from 'node:child_process';

export type GitState =
  | { readonly kind: 'repository'; readonly hasCommits: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'no_git' };

const patience = 10_000;

/** Whether a folder is under git, asked of git itself. Changes nothing. */
export async function gitState(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<GitState> {
  const inside = await git(folder, env, ['rev-parse', '--is-inside-work-tree']);
  if (inside.status === 'missing') return { kind: 'no_git' };
  if (inside.status === 'failed') {
    if (/not a git repository/i.test(inside.said)) return { kind: 'none' };
    return { kind: 'refused', reason: inside.said.trim().split('\n')[0] ?? 'git failed' };
  }
  const head = await git(folder, env, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  return { kind: 'repository', hasCommits: head.status === 'ok' };
}

interface GitAnswer {
  readonly status: 'ok' | 'failed' | 'missing';
  readonly said: string;
}

function git(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Promise<GitAnswer> {
  // Inside a git hook these name another repository than the folder we ask about.
  const { GIT_DIR: _d, GIT_WORK_TREE: _w, GIT_INDEX_FILE: _i, ...rest } = env;
  return new Promise((resolve) => {
    execFile(
      'git',
      ['-C', folder, ...args],
      // The answer is recognised by its English text.
      { env: { ...rest, LC_ALL: 'C' }, timeout: patience },
      (error, _stdout, stderr) => {
        if (!error) resolve({ status: 'ok', said: '' });
        else if (error.code === 'ENOENT') resolve({ status: 'missing', said: '' });
        else resolve({ status: 'failed', said: stderr || error.message });
      },
    );
  });
}
