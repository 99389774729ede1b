import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { bundle } from '../../../scripts/bundle.mjs';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { restore } from './restore.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { dump } from './testing/dump.ts';
import { busyRepository, sh } from './testing/git-fixture.ts';

/** A process that restores, and is killed right before the given one of its changes to the disk. */
async function makeRestorer(): Promise<string> {
  const folder = temporaryFolder();
  const guards = import.meta.dirname;
  const entry = path.join(folder, 'restorer.ts');
  writeFileSync(
    entry,
    `import fs from 'node:fs';
    import { restore } from ${JSON.stringify(path.join(guards, 'restore.ts'))};
    import { loadSnapshot } from ${JSON.stringify(path.join(guards, 'snapshot-file.ts'))};
    const [scratch, id, last] = process.argv.slice(2);
    let left = Number(last);
    for (const name of ['renameSync', 'unlinkSync', 'rmdirSync', 'mkdirSync', 'symlinkSync', 'chmodSync', 'linkSync', 'copyFileSync', 'rmSync', 'writeFileSync']) {
      const real = fs[name];
      fs[name] = (...args) => {
        if (left-- === 0) process.kill(process.pid, 'SIGKILL');
        return real(...args);
      };
    }
    void restore(loadSnapshot(scratch, id));`,
  );
  await bundle({ input: { restorer: entry }, outDir: folder });
  return path.join(folder, 'restorer.cjs');
}

it('can be killed at any point of a restore and restored again', async () => {
  const restorer = await makeRestorer();
  const root = busyRepository();
  const before = dump(root);
  const snapshot = await takeSnapshot(root, { scratch: temporaryFolder() });
  let killed = 0;
  for (let point = 0; ; point = point * 2 + 1) {
    sh(
      root,
      'git checkout -qfb side; rm -r src notes; echo x > src; git add -A; git commit -qm x; git branch -D feature; rm -rf docs .git/index; mkdir -p docs/deep; echo y > docs/deep/y; echo z > README.md; git stash clear',
    );
    const child = spawnSync(process.execPath, [
      restorer,
      snapshot.scratch,
      snapshot.id,
      String(point),
    ]);
    if (child.signal === null) {
      expect(child.stderr.toString()).toBe('');
      expect(dump(root)).toEqual(before);
      break;
    }
    expect(child.signal).toBe('SIGKILL');
    killed += 1;
    await restore(snapshot);
    expect(dump(root)).toEqual(before);
  }
  expect(killed).toBeGreaterThan(4);
}, 120_000);
