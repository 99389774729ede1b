import { UserError } from '../../../base/errors.ts';
import { GitFailure, runGit } from '../../guards/git.ts';
import { findRepository, type Repository } from '../../guards/repository.ts';

/** The commit that a branch is at, or null when there is no such branch. */
export async function branchCommit(root: string, branch: string): Promise<string | null> {
  const { place } = await repositoryOf(root, branch);
  return resolveRef(place, `refs/heads/${branch}`);
}

/**
 * Checks a branch out, from where the repository is when it is new. Git itself refuses to carry uncommitted work over
 * what it would overwrite.
 */
export async function switchBranch(root: string, branch: string): Promise<void> {
  const { place } = await repositoryOf(root, branch);
  const exists = (await resolveRef(place, `refs/heads/${branch}`)) !== null;
  const current = await runGit(['symbolic-ref', '--quiet', 'HEAD'], { place }).catch(() => '');
  if (current.toString().trim() === `refs/heads/${branch}`) return;
  try {
    await runGit(['switch', '--quiet', '--no-guess', ...(exists ? [] : ['-c']), branch], { place });
  } catch (thrown) {
    if (!(thrown instanceof GitFailure)) throw thrown;
    throw new UserError(`Cannot switch to the branch ${branch}: ${thrown.said.trim()}`, {
      hint: 'Commit or stash what is in the way, name another branch, or use --worktree.',
      cause: thrown,
    });
  }
}

async function repositoryOf(root: string, branch: string): Promise<Repository> {
  const repository = await findRepository(root);
  if (repository) return repository;
  throw new UserError(`${root} is not in a git repository, so there is no branch ${branch}.`, {
    hint: 'Start a repository (git init), or run without a branch.',
  });
}

export async function resolveRef(place: Repository['place'], name: string): Promise<string | null> {
  try {
    const answer = await runGit(['rev-parse', '--verify', '--quiet', `${name}^{commit}`], {
      place,
    });
    return answer.toString('latin1').trim();
  } catch (thrown) {
    if (thrown instanceof GitFailure) return null;
    throw thrown;
  }
}
