import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openProjectDatabase } from '../../../app/database.ts';
import { systemClock } from '../../../base/clock.ts';
import { createLogger } from '../../../base/logger.ts';
import { git } from '../../guards/testing/git-fixture.ts';
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
