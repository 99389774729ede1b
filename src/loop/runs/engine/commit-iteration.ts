import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Changes } from '../../guards/change.ts';
import { GitFailure, joinNul, runGit } from '../../guards/git.ts';
import { ralphIdentity } from '../../guards/own-commits.ts';
import { rawPath } from '../../guards/raw-path.ts';
import { ownerOf, type Snapshot } from '../../guards/snapshot.ts';
import { resolveRef } from './run-branch.ts';

/**
 * One commit with what the iteration changed and nothing else: what a person had staged or edited before stays as it
 * was, uncommitted. Nothing when the agent has committed everything itself.
 */
export async function commitIteration(
  snapshot: Snapshot,
  changes: Changes,
  message: string,
): Promise<string | null> {
  const own = snapshot.repositories.find(({ folder }) => folder === '');
  if (!own) return null;
  const paths = changes.files
    .filter(({ ignored, outside }) => !ignored && outside === undefined)
    .flatMap(({ path: name, from }) => (from === undefined ? [name] : [from, name]))
    .map((name) => path.relative(snapshot.top, path.resolve(snapshot.root, name)))
    .filter((name) => !name.startsWith('..') && !/^\.git(?:\/|$)/.test(name))
    .filter((name) => ownerOf(snapshot.repositories, rawPath(name)) === own);
  if (paths.length === 0) return null;
  const { place } = own;
  const input = joinNul(paths.map(rawPath));
  const head = await resolveRef(place, 'HEAD');
  const index = path.join(place.gitDir, 'ralph-commit-index');
  const apart = { GIT_INDEX_FILE: index };
  const update = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
  try {
    await runGit(head === null ? ['read-tree', '--empty'] : ['read-tree', head], {
      place,
      env: apart,
    });
    await runGit(update, { place, cwd: place.workTree, env: apart, input });
    const tree = text(await runGit(['write-tree'], { place, env: apart }));
    if (head !== null && tree === text(await runGit(['rev-parse', `${head}^{tree}`], { place }))) {
      return null;
    }
    const parent = head === null ? [] : ['-p', head];
    const made = await runGit(['commit-tree', tree, ...parent, '-F', '-'], {
      place,
      input: Buffer.from(message),
      env: await identity(snapshot),
    });
    const commit = text(made);
    await runGit(['update-ref', '-m', 'commit (ralph)', 'HEAD', commit, ...(head ? [head] : [])], {
      place,
    });
    await runGit(update, { place, cwd: place.workTree, input });
    return commit;
  } finally {
    await rm(index, { force: true });
    await rm(`${index}.lock`, { force: true });
  }
}

/** The user's own name, or Ralph's where git knows of none. */
async function identity(snapshot: Snapshot): Promise<Readonly<Record<string, string>>> {
  const place = snapshot.repositories.find(({ folder }) => folder === '')?.place;
  try {
    await runGit(['var', 'GIT_COMMITTER_IDENT'], place ? { place } : {});
    return {};
  } catch (thrown) {
    if (!(thrown instanceof GitFailure)) throw thrown;
    return ralphIdentity;
  }
}

function text(bytes: Buffer): string {
  return bytes.toString('latin1').trim();
}
