import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { keepPartial } from './keep-work.ts';
import { restore } from './restore.ts';
import { snapshotFolder } from './scratch-layout.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { dump } from './testing/dump.ts';
import { busyRepository, sh } from './testing/git-fixture.ts';

/** Each may fail where an earlier one left nothing to work on, as an agent's commands do. */
const deeds: readonly ((target: string, other: string) => string)[] = [
  (target) => `echo more >> ${target}`,
  (target) => `rm -rf ${target}`,
  (target, other) => `mv ${target} ${other}`,
  (target, other) => `cp -r ${target} ${other}-copy`,
  (target) => `rm -rf ${target}; mkdir -p ${target}; echo x > ${target}/x`,
  (target, other) => `rm -rf ${target}; ln -s ${other} ${target}`,
  (target) => `chmod 700 ${target}`,
  () => 'git add -A',
  () => 'git commit -qam "by the agent"',
  () => 'git commit -q --amend -m amended',
  () => 'git reset -q --hard HEAD~1',
  () => 'git reset -q --mixed HEAD~1',
  () => 'git stash -qu',
  () => 'git stash pop -q',
  () => 'git checkout -qf feature',
  () => 'git checkout -qfb side',
  () => 'git branch -qD feature',
  () => 'git tag -f v1',
  () => 'git clean -fdq -e node_modules',
  () => 'git gc -q --prune=now',
  () => 'rm -f .git/index',
  () => 'rm -f .git/HEAD',
  () => 'echo hook > .git/hooks/pre-push',
  (target) => `git rm -rqf ${target}`,
  (target) => `git worktree add -q ${target}-wt`,
  (target) => `git init -q ${target}-repo`,
];

const never = /^(?:\.git|\.ralph|node_modules)(?:\/|$)/;

describe('a random agent', () => {
  it('never leaves anything behind', async () => {
    const root = busyRepository();
    const before = dump(root);
    const scratch = snapshotFolder(root, temporaryFolder());
    const snapshot = await takeSnapshot(root, { scratch });
    const names = namesIn(root);
    const name = fc.constantFrom(...names.map((one) => `'${one}'`));
    const deed = fc.tuple(fc.constantFrom(...deeds), name, name);
    let iteration = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 8 }), async (chosen) => {
        const script = chosen.map(([act, a, b]) => `{ ${act(a, b)}; } 2>/dev/null || true`);
        sh(root, script.join('\n'));
        await keepPartial(snapshot, { run: 'random', iteration: iteration++ });
        expect((await restore(snapshot)).lost).toEqual([]);
        expect(dump(root)).toEqual(before);
      }),
      { numRuns: 12 },
    );
  }, 120_000);
});

function namesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => !never.test(name))
    .filter((name) => lstatSync(path.join(root, name)) !== undefined)
    .sort();
}
