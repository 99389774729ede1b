import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../base/errors.ts';
import { GitFailure, runGit } from './git.ts';
import { findRepository, type Repository } from './repository.ts';

export interface Worktree {
  readonly folder: string;
  readonly branch: string;
  /** The branch was made for it, from the commit that the root had checked out. */
  readonly isNew: boolean;
}

/**
 * A working tree of its own on a branch, so that a run leaves the user's files alone and a branch to review. A branch
 * that exists is used as it is; a worktree that is already there on that branch is taken up again.
 */
export async function openWorktree(
  root: string,
  wanted: { readonly folder: string; readonly branch: string },
): Promise<Worktree> {
  const { place } = await repositoryOf(root);
  const folder = path.resolve(wanted.folder);
  const { branch } = wanted;
  await runGit(['check-ref-format', '--branch', branch], { place }).catch(() => {
    throw new UserError(`"${branch}" cannot be the name of a branch.`, {
      hint: 'Use letters, digits, - and /, as in ralph/feature.',
    });
  });
  await runGit(['worktree', 'prune'], { place });
  const exists = await hasRef(place, `refs/heads/${branch}`);
  if (existsSync(path.join(folder, '.git'))) {
    const head = await runGit(['symbolic-ref', '--quiet', '--short', 'HEAD'], { cwd: folder });
    if (head.toString('utf8').trim() === branch) return { folder, branch, isNew: false };
  }
  if (!exists && !(await hasRef(place, 'HEAD'))) {
    throw new UserError('A worktree needs a commit to start from, and the repository has none.', {
      hint: 'Make a first commit, then run again.',
    });
  }
  const how = exists ? [folder, branch] : ['-b', branch, folder, 'HEAD'];
  try {
    await runGit(['worktree', 'add', '--quiet', ...how], { place });
  } catch (thrown) {
    if (!(thrown instanceof GitFailure)) throw thrown;
    throw new UserError(`Cannot make a worktree in ${folder}: ${thrown.said.trim()}`, {
      hint: `Choose another branch or folder, or remove the old one: git worktree remove ${folder}`,
      cause: thrown,
    });
  }
  return { folder, branch, isNew: !exists };
}

/**
 * Takes a worktree away and leaves its branch. One that holds work which is not committed stays: the answer says
 * why, and nothing is lost.
 */
export async function closeWorktree(
  root: string,
  folder: string,
): Promise<{ readonly removed: true } | { readonly removed: false; readonly why: string }> {
  const { place } = await repositoryOf(root);
  if (!existsSync(folder)) {
    await runGit(['worktree', 'prune'], { place });
    return { removed: true };
  }
  const status = ['status', '--porcelain', '-z', '--untracked-files=normal'];
  const own = (await runGit(status, { cwd: folder }))
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '' && !/^\?\? \.(?:ralph|agent)\/$/.test(line));
  if (own.length > 0) {
    const shown = own.slice(0, 3).map((line) => line.slice(3));
    return { removed: false, why: `it holds files that are not committed: ${shown.join(', ')}` };
  }
  try {
    await runGit(['worktree', 'remove', '--force', folder], { place });
    return { removed: true };
  } catch (thrown) {
    if (!(thrown instanceof GitFailure)) throw thrown;
    return { removed: false, why: thrown.said.trim() };
  }
}

async function hasRef(place: Repository['place'], name: string): Promise<boolean> {
  try {
    await runGit(['rev-parse', '--verify', '--quiet', name], { place });
    return true;
  } catch (thrown) {
    if (thrown instanceof GitFailure) return false;
    throw thrown;
  }
}

async function repositoryOf(root: string): Promise<Repository> {
  const repository = await findRepository(root);
  if (repository) return repository;
  throw new UserError(`${root} is not in a git repository, so there can be no worktree of it.`, {
    hint: 'Run without --worktree, or start a repository: git init',
  });
}
