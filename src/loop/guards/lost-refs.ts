import { systemClock } from '../../base/clock.ts';
import { contentIdOf } from './content-id.ts';
import { GitFailure, type GitPlace, runGit } from './git.ts';
import { shellWord } from './how-to-recover.ts';
import type { Keeping } from './keep-work.ts';
import { recordKept } from './kept-work.ts';
import { commitsAmong, commitTree } from './own-commits.ts';
import type { RefChange } from './refs.ts';
import { bringObjectsBack } from './restore-repository.ts';
import type { RepositoryState, Snapshot } from './snapshot.ts';

/**
 * What nobody sees in a list of files: another branch is checked out, a branch, tag or stash is gone, or commits are on
 * no branch any more. In words for people, each with the command that mends it, and kept so that it can. Who did it is
 * not known: branches are shared with whoever else works in the repository.
 */
export async function lostRefs(
  snapshot: Snapshot,
  changes: readonly RefChange[],
  keeping: Keeping,
): Promise<string[]> {
  const state = snapshot.repositories.find(({ folder }) => folder === '');
  if (!state) return [];
  const told: string[] = [];
  const lost: string[] = [];
  for (const change of changes) {
    const text = await lossOf(state.place, change);
    if (text === undefined) continue;
    told.push(text);
    if (change.name !== 'HEAD' && change.before !== null) lost.push(change.before);
  }
  try {
    if (lost.length > 0) await keepReachable(snapshot, state, lost, keeping);
  } catch (thrown) {
    // Undoing the run brings them back all the same.
    if (!(thrown instanceof GitFailure)) throw thrown;
  }
  return told;
}

/** One commit that has them all behind it, so that git does not throw them away. */
async function keepReachable(
  snapshot: Snapshot,
  state: RepositoryState,
  ids: readonly string[],
  { run, iteration, clock = systemClock }: Keeping,
): Promise<void> {
  const { place } = state;
  bringObjectsBack(snapshot, state);
  const name = `lost/${run}/${iteration}`;
  const emptyTree = contentIdOf(new Uint8Array(), snapshot.algorithm, 'tree');
  const tips = await commitsAmong(place, ids);
  if (tips.length === 0) return;
  const commit = await commitTree(place, emptyTree, tips, name.replaceAll('/', ' '));
  await runGit(['update-ref', `refs/ralph/${name}`, commit], { place });
  const ref = { git_dir: place.gitDir, work_tree: place.workTree, commit };
  const created_at = clock.now().toISOString();
  await recordKept(snapshot.scratch, { name, created_at, files: 0, refs: [ref], folder: null });
}

async function lossOf(
  place: GitPlace,
  { name, before, after }: RefChange,
): Promise<string | undefined> {
  if (before === null) return undefined;
  const branch = shortName(before.replace(/^ref: /, ''));
  if (name === 'HEAD') {
    const isOn = after?.startsWith('ref: ') ? shortName(after.slice(5)) : 'no branch';
    return before.startsWith('ref: ') && after !== before
      ? `Another branch was checked out: ${isOn}, where it was ${branch}. Back: git switch ${shellWord(branch)}`
      : undefined;
  }
  if (!/^refs\/(?:heads|tags)\/|^refs\/stash$/.test(name) || before.startsWith('ref: ')) return;
  if (after !== null && (await isReachable(place, before))) return undefined;
  const short = shortName(name);
  if (name === 'refs/stash') {
    return `The stash ${before.slice(0, 12)} was dropped. Back: git stash store ${before}`;
  }
  const kind = name.startsWith('refs/tags/') ? 'tag' : 'branch';
  return after === null
    ? `The ${kind} ${short} was deleted. Back: git ${kind} ${shellWord(short)} ${before}`
    : `The ${kind} ${short} was moved away from commits that no branch has now. To look at them: git log ${before}`;
}

/** By a name that people see; work that Ralph keeps is none. */
async function isReachable(place: GitPlace, id: string): Promise<boolean> {
  const kinds = ['refs/heads', 'refs/tags', 'refs/remotes', 'refs/stash'];
  try {
    const answer = await runGit(['for-each-ref', '--count=1', `--contains=${id}`, ...kinds], {
      place,
    });
    return answer.length > 0;
  } catch (thrown) {
    // Not even the commit is there any more, or it was none.
    if (thrown instanceof GitFailure) return false;
    throw thrown;
  }
}

function shortName(name: string): string {
  return Buffer.from(name.replace(/^refs\/(?:heads|tags)\//, ''), 'latin1').toString('utf8');
}
