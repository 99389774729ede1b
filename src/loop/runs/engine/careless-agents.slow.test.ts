import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openProjectDatabase } from '../../../app/database.ts';
import { systemClock } from '../../../base/clock.ts';
import { createLogger } from '../../../base/logger.ts';
import { dump } from '../../guards/testing/dump.ts';
import { busyRepository, git } from '../../guards/testing/git-fixture.ts';
import { promise } from '../rules/promise.ts';
import { runStore } from '../store/run-store.ts';
import { sampleRun } from '../testing/run-in.ts';

describe('a careless agent', () => {
  it('that cleans away what Ralph keeps loses nothing of it', async () => {
    const run = await sampleRun({
      files: { '.ralph/learnings.txt': 'learnt\n' },
      turns: [
        {
          steps: [
            {
              run: 'git clean -fdxq; rm -rf .ralph; mkdir -p .ralph/db; echo x > .ralph/db/ralph.db',
            },
            { write: 'a.txt', text: 'b\n' },
            { say: promise },
          ],
        },
      ],
    });
    expect(await run.execute()).toMatchObject({ status: 'complete' });
    const again = await openProjectDatabase(run.root, createLogger({ write: () => undefined }));
    onTestFinished(() => again.close());
    const store = runStore(again, systemClock);
    expect(await store.get(run.id)).toMatchObject({ status: 'complete' });
    const events = (await store.events(run.id, { after: 0, limit: 99 })).map(({ event }) => event);
    expect(events.filter(({ kind }) => kind === 'warning')).toEqual([
      { kind: 'warning', message: 'The agent had removed .ralph/db/ralph.db; it was put back.' },
      { kind: 'warning', message: 'The agent had removed .ralph/learnings.txt; it was put back.' },
    ]);
    expect(readFileSync(path.join(run.root, '.ralph/learnings.txt'), 'utf8')).toBe('learnt\n');
  });

  it.each([
    ['removes the repository', 'rm -rf .git'],
    ['begins another in its place', 'rm -rf .git; git init -q; git add -A'],
    ['removes everything', 'mv node_modules /tmp/$$; rm -rf * .[a-z]*; mv /tmp/$$ node_modules'],
  ])('that %s is taken back, though it may edit', async (_, script) => {
    const root = busyRepository();
    const before = dump(root);
    const run = await sampleRun({
      root,
      turns: [{ steps: [{ run: script }, { say: promise }] }],
      options: { budgets: { iterations: 1, minutes: 5, stall: 5 } },
    });
    expect(await run.execute()).toMatchObject({ status: 'stopped' });
    expect(await run.store.iterations(run.id)).toMatchObject([{ status: 'rejected' }]);
    expect(dump(root)).toEqual(before);
  });

  it('that was killed while it committed stops nobody from committing', async () => {
    const run = await sampleRun({
      turns: [
        {
          steps: [
            { run: 'touch .git/index.lock .git/refs/heads/main.lock; echo b > a.txt' },
            { say: promise },
          ],
        },
      ],
      options: { commit: true },
    });
    expect(await run.execute()).toMatchObject({ status: 'complete' });
    expect(git(run.root, 'log', '--format=%s', '-1')).toBe('Ralph: iteration 1\n');
  });
});
