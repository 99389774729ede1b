import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { isUntouched } from './change.ts';
import { changesSince } from './changes-since.ts';
import { restore } from './restore.ts';
import { snapshotFolder } from './scratch-layout.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { dump } from './testing/dump.ts';
import { busyRepository, sh } from './testing/git-fixture.ts';

const snap = (root: string) =>
  takeSnapshot(root, { scratch: snapshotFolder(root, temporaryFolder()) });

describe('restore in a busy repository', () => {
  it.each([
    ['edits, adds and deletes', 'echo x >> README.md; echo new > src/new.ts; rm docs/guide.md'],
    [
      'spoils untracked and ignored work',
      'rm -r notes; echo 2 > .env; rm build/out.js; rmdir spare',
    ],
    ['removes everything it sees', 'mv node_modules .n; rm -rf *; mv .n node_modules'],
    ['commits', 'echo x > src/a.ts; git add -A; git commit -qm sneaky'],
    ['amends', 'echo x > src/a.ts; git commit -qa --amend -m other'],
    ['resets hard', 'git reset -q --hard HEAD~1'],
    ['switches branch', 'git stash -qu; git checkout -q feature; echo x > src/a.ts'],
    ['makes a branch', 'git checkout -qb mine; git commit -qam w; git checkout -q main'],
    ['deletes branches and tags', 'git branch -qD feature; git tag -d v1'],
    ['replaces a branch by a folder of branches', 'git branch -qD feature; git branch feature/x'],
    ['drops the stash', 'git stash clear'],
    ['detaches HEAD', 'git checkout -q --detach; echo y >> src/a.ts; git commit -qam detached'],
    ['adds a worktree inside', 'git worktree add -q wt -b wt; echo x > wt/src/a.ts'],
    [
      'edits hooks and configuration',
      'echo evil > .git/hooks/pre-commit; git config core.editor evil; echo "*" >> .git/info/exclude',
    ],
    ['deletes the index', 'rm .git/index'],
    ['deletes HEAD', 'rm .git/HEAD'],
    ['empties the index', 'git rm -rqf --cached .'],
    ['spoils packed refs', 'git pack-refs --all; echo garbage > .git/packed-refs'],
    [
      'leaves locks',
      'touch .git/index.lock .git/refs/heads/main.lock .git/HEAD.lock; rm .git/refs/heads/feature; touch .git/refs/heads/feature.lock',
    ],
    [
      'is killed while it commits',
      'echo x > src/a.ts; touch .git/index.lock .git/packed-refs.lock .git/refs/heads/main.lock',
    ],
    ['borrows objects from elsewhere', 'echo /nowhere > .git/objects/info/alternates'],
    [
      'prunes all objects',
      'git reset -q --hard HEAD~1; git branch -qD feature; git tag -d v1; git stash clear; git reflog expire --expire=now --all; git gc -q --prune=now',
    ],
    ['removes the git folder', 'rm -rf .git'],
    ['starts a new repository', 'rm -rf .git; git init -q; git add -A; git commit -qm fresh'],
    [
      'swaps a folder for a link',
      'mv src /tmp/ralph-swapped-$$; ln -s /tmp/ralph-swapped-$$ src; rm src/a.ts; rm -rf /tmp/ralph-swapped-$$',
    ],
    [
      'swaps files and folders',
      'rm README.md; mkdir README.md; echo x > README.md/x; rm -r docs; echo file > docs',
    ],
    ['changes modes', 'chmod 644 bin/run.sh; chmod 600 README.md; chmod 700 src'],
    ['points a link elsewhere', 'rm link-to-a; ln -s README.md link-to-a'],
    ['renames', 'git mv src/a.ts src/z.ts; mv notes/todo.txt notes/done.txt; mv docs papers'],
    [
      'makes a repository inside',
      'mkdir -p vendor/x; cd vendor/x; git init -q; echo 1 > f; git add f; git commit -qm one',
    ],
    ['cleans', 'git clean -fdxq -e node_modules; git checkout -q .'],
    [
      'ignores what it does',
      'echo "*" > src/.gitignore; echo hidden > src/hidden; echo hidden > hidden.log',
    ],
    ['installs dependencies', 'mkdir -p pkg/node_modules/y; echo 1 > pkg/node_modules/y/index.js'],
    [
      'hides changes from git',
      'git update-index --assume-unchanged src/a.ts; echo x > src/a.ts; git update-index --skip-worktree docs/guide.md; rm docs/guide.md',
    ],
    [
      'stages what is not in a file',
      'git update-index --cacheinfo 100644,$(echo evil | git hash-object -w --stdin),src/a.ts',
    ],
  ])('an agent that %s leaves nothing behind', async (_, script) => {
    const root = busyRepository();
    const before = dump(root);
    const snapshot = await snap(root);
    sh(root, script);
    expect(isUntouched(await changesSince(snapshot))).toBe(false);
    const { lost } = await restore(snapshot);

    expect(dump(root)).toEqual(before);
    expect(lost).toEqual([]);
    expect(isUntouched(await changesSince(snapshot))).toBe(true);
  });
});
