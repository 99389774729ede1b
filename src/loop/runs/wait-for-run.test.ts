import { expect, it } from 'vitest';
import { openProjectDatabase } from '../../app/database.ts';
import { createLogger } from '../../base/logger.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { runStore } from './store/run-store.ts';
import { queueRun } from './testing/queue-run.ts';
import { waitForRun } from './wait-for-run.ts';

it('tells the end of a run that comes while it looks', async () => {
  const logger = createLogger({ write: () => undefined });
  const database = await openProjectDatabase(temporaryFolder(), logger);
  const store = runStore(database);
  const runId = 'run_1';
  await queueRun(database, { id: runId });
  const ending = { status: 'complete', exit_code: 0, reason: 'proven' } as const;
  const spend = { input_tokens: 0, output_tokens: 0, cost_usd: null };
  let ended = false;
  async function endOnce() {
    if (ended) return;
    ended = true;
    const event = { kind: 'run_ended', ...ending, spend } as const;
    await store.write(runId, { run: ending, events: [{ iteration: null, event }] });
  }
  const told: string[] = [];
  const run = await waitForRun({
    store: {
      async get(id) {
        const found = await store.get(id);
        await endOnce();
        return found;
      },
      async events(id, page) {
        const found = await store.events(id, page);
        await endOnce();
        return found;
      },
    },
    runId,
    after: 0,
    waitMs: 10_000,
    signal: new AbortController().signal,
    progress: ({ message }) => told.push(String(message)),
  });
  expect(run.status).toBe('complete');
  expect(told.join('\n')).toContain('proven');
});
