import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../base/errors.ts';
import type { Algorithm } from './content-id.ts';
import { GitFailure, type GitPlace, joinNul, runGit, splitNul } from './git.ts';
import type { RawPath } from './raw-path.ts';

/** A repository with a working tree, found by git itself. */
export interface Repository {
  readonly place: GitPlace;
  /** Where objects, branches and configuration are; another folder than `gitDir` in a linked worktree. */
  readonly commonDir: string;
  readonly algorithm: Algorithm;
}

/** The repository that a folder belongs to, or nothing when it is in none. */
export async function findRepository(folder: string): Promise<Repository | undefined> {
  const answer = await askWhere(folder);
  if (answer === undefined) return undefined;
  const [inside, algorithm, workTree, gitDir, commonDir, ...rest] = answer;
  if (inside !== 'true') {
    throw new UserError(`${folder} lies inside a git folder, not in a working tree.`, {
      hint: 'Name the folder that holds your files.',
    });
  }
  if (!workTree || !gitDir || !commonDir || rest.length > 0) {
    throw new UserError(`The name of ${folder} holds a line end, which git cannot report.`, {
      hint: 'Rename the folder.',
    });
  }
  return {
    place: { gitDir, workTree },
    commonDir: path.resolve(folder, commonDir),
    algorithm: algorithm === 'sha256' ? 'sha256' : 'sha1',
  };
}

async function askWhere(folder: string): Promise<string[] | undefined> {
  try {
    const answer = await runGit(
      [
        'rev-parse',
        '--is-inside-work-tree',
        '--show-object-format',
        '--show-toplevel',
        '--absolute-git-dir',
        '--git-common-dir',
      ],
      { cwd: folder },
    );
    return answer.toString('utf8').trimEnd().split('\n');
  } catch (thrown) {
    if (thrown instanceof GitFailure) {
      if (/not a git repository/i.test(thrown.said)) return undefined;
      if (/must be run in a work tree/i.test(thrown.said)) return ['false'];
    } else if (!hasGitFolder(folder)) {
      // Without git on the machine a folder that is not under git needs none.
      return undefined;
    }
    throw thrown;
  }
}

function hasGitFolder(folder: string): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return true;
    if (at === path.dirname(at)) return false;
  }
}

/** The index by path, each with everything that a commit would take from it. */
export async function readIndex(
  place: GitPlace,
  indexFile?: string,
): Promise<ReadonlyMap<RawPath, string>> {
  const answer = await runGit(['ls-files', '--stage', '-z'], {
    place,
    ...(indexFile === undefined ? {} : { env: { GIT_INDEX_FILE: indexFile } }),
  });
  const index = new Map<RawPath, string>();
  for (const line of splitNul(answer)) {
    const tab = line.indexOf('\t');
    const file = line.slice(tab + 1);
    const staged = line.slice(0, tab);
    // A path in conflict has several lines.
    const other = index.get(file);
    index.set(file, other === undefined ? staged : `${other},${staged}`);
  }
  return index;
}

/** Object ids of a line of the index: one, or several for a path in conflict. */
export function stagedIds(staged: string): string[] {
  return staged.split(',').map((line) => line.split(' ')[1] ?? '');
}

/** Which of these paths git ignores. A tracked path is never ignored, whatever the patterns say. */
export async function ignoredPaths(
  place: GitPlace,
  paths: readonly RawPath[],
): Promise<ReadonlySet<RawPath>> {
  if (paths.length === 0) return new Set();
  try {
    return new Set(
      splitNul(await runGit(['check-ignore', '--stdin', '-z'], { place, input: joinNul(paths) })),
    );
  } catch (thrown) {
    // Its way to say "none".
    if (thrown instanceof GitFailure && thrown.said === 'it ended with 1') return new Set();
    throw thrown;
  }
}
