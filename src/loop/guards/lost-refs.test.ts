import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { changesSince } from './changes-since.ts';
import { lostRefs } from './lost-refs.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { busyRepository, git, sh } from './testing/git-fixture.ts';

async function lostAfter(script: string) {
  const root = busyRepository();
  const id = (name: string) => git(root, 'rev-parse', name).trim();
  const ids = { head: id('HEAD'), tag: id('v1'), stash: id('refs/stash') };
  const snapshot = await takeSnapshot(root, { scratch: temporaryFolder() });
  sh(root, script);
  const told = await lostRefs(snapshot, (await changesSince(snapshot)).refs, {
    run: 'run_1',
    iteration: 1,
  });
  return { root, told, ids };
}

it('tells what is gone from branches, tags and stashes, with commands that bring it back', async () => {
  const { root, told, ids } = await lostAfter(
    'git branch -D feature; git tag -d v1; git stash clear; git checkout -q -b other; git branch -D main; git reflog expire --expire=now --all; git gc -q --prune=now',
  );
  expect(told).toEqual([
    'Another branch was checked out: other, where it was main. Back: git switch main',
    `The branch feature was deleted. Back: git branch feature ${ids.head}`,
    `The branch main was deleted. Back: git branch main ${ids.head}`,
    `The stash ${ids.stash.slice(0, 12)} was dropped. Back: git stash store ${ids.stash}`,
    `The tag v1 was deleted. Back: git tag v1 ${ids.tag}`,
  ]);
  // Whatever comes after: only a tag's own message goes with the next prune.
  for (const line of [...told].reverse()) {
    sh(root, line.split('Back: ')[1] ?? '');
    sh(root, 'git gc -q --prune=now');
  }
  expect(git(root, 'stash', 'list')).toContain('stash@{0}');
  expect(git(root, 'branch', '--show-current')).toBe('main\n');
});

it('tells of commits that no branch has any more, and of nothing else that moved', async () => {
  const commit = 'git commit -q --allow-empty -m more';
  expect((await lostAfter(`${commit}; git branch -f feature; git branch new`)).told).toEqual([]);
  expect((await lostAfter('git branch keep; git reset -q --soft HEAD~1')).told).toEqual([]);
  const { told, ids } = await lostAfter(
    'git branch -D feature; git tag -d v1; git stash clear; git reset -q --soft HEAD~1',
  );
  expect(told).toContain(
    `The branch main was moved away from commits that no branch has now. To look at them: git log ${ids.head}`,
  );
});
