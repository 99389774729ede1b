import { type GitPlace, runGit } from './git.ts';

/** Whose the commits are that nobody else has a name for. */
export const ralphIdentity: Readonly<Record<string, string>> = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Ralph'],
    [`GIT_${who}_EMAIL`, 'ralph@localhost'],
  ]),
);

/** A commit of Ralph's own, which is on no branch; its id. */
export async function commitTree(
  place: GitPlace,
  tree: string,
  parents: readonly string[],
  title: string,
): Promise<string> {
  const args = ['commit-tree', tree, ...parents.flatMap((id) => ['-p', id])];
  const answer = await runGit([...args, '-m', `Ralph: ${title}`], { place, env: ralphIdentity });
  return answer.toString('latin1').trim();
}

/** The commits that these objects are or name, each once; what is none or not there is left out. */
export async function commitsAmong(place: GitPlace, ids: readonly string[]): Promise<string[]> {
  const input = Buffer.from(ids.map((id) => `${id}^{commit}\n`).join(''));
  const answer = await runGit(['cat-file', '--batch-check=%(objectname) %(objecttype)'], {
    place,
    input,
  });
  const commits = answer
    .toString('latin1')
    .split('\n')
    .filter((line) => line.endsWith(' commit'))
    .map((line) => line.slice(0, -' commit'.length));
  return [...new Set(commits)];
}
