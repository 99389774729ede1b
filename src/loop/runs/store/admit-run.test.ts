import { describe, expect, it, onTestFinished } from 'vitest';
import { openProjectDatabase } from '../../../app/database.ts';
import type { Clock } from '../../../base/clock.ts';
import { ToolError } from '../../../base/errors.ts';
import { createLogger } from '../../../base/logger.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { runOptions } from '../testing/run-options.ts';
import { admitRun, giveUpLostRuns, refuseOtherRuns } from './admit-run.ts';
import { runStore } from './run-store.ts';

const logger = createLogger({ level: 'error', write: () => {} });

async function connect(root: string) {
  const database = await openProjectDatabase(root, logger);
  onTestFinished(() => database.close());
  return database;
}

const at = (time: string): Clock => ({ now: () => new Date(time) });
const noon = at('2030-01-01T12:00:00.000Z');
const asked = (clock: Clock) => ({ options: runOptions(), startedBy: 'mcp' as const, clock });

describe('admitRun', () => {
  it('lets one in at a time, also when several processes ask at once', async () => {
    const root = temporaryFolder();
    const connections = [await connect(root), await connect(root), await connect(root)];
    const outcomes = await Promise.allSettled(
      connections.map((database) => admitRun(database, asked(noon))),
    );
    const admitted = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    const [run] = admitted;
    expect(admitted).toHaveLength(1);
    expect(run).toMatchObject({
      status: 'queued',
      started_by: 'mcp',
      log_path: '.ralph/logs/20300101-120000_ralph_run.log',
    });
    for (const error of refused) {
      expect(error).toBeInstanceOf(ToolError);
      expect(error).toMatchObject({
        code: 'conflict',
        message: `Run ${run?.id} is under way in this root.`,
      });
    }
  });

  it('gives up a run whose process never came, and tells so in its events', async () => {
    const database = await connect(temporaryFolder());
    const store = runStore(database);
    const { id } = await admitRun(database, asked(noon));
    await giveUpLostRuns(database, at('2030-01-01T12:00:59.000Z'));
    expect(await store.get(id)).toMatchObject({ status: 'queued' });
    const next = await admitRun(database, asked(at('2030-01-01T12:01:01.000Z')));
    expect(await store.get(id)).toMatchObject({
      status: 'failed',
      exit_code: 1,
      reason: 'its process never came',
    });
    expect(await store.events(id, { after: 0, limit: 9 })).toMatchObject([
      { event: { kind: 'run_ended', status: 'failed' } },
    ]);
    expect(next.id).not.toBe(id);
  });

  it('two runs of one second have two logs', async () => {
    const database = await connect(temporaryFolder());
    const first = await admitRun(database, asked(noon));
    await runStore(database).write(first.id, { run: { status: 'complete', exit_code: 0 } });
    const second = await admitRun(database, asked(noon));
    expect(second.log_path).toBe('.ralph/logs/20300101-120001_ralph_run.log');
  });

  it('says of a run that was broken off how to go on and how to give it up', async () => {
    const database = await connect(temporaryFolder());
    const { id } = await admitRun(database, asked(noon));
    await runStore(database).write(id, { run: { status: 'running' } });
    const refused = admitRun(database, asked(noon));
    await expect(refused).rejects.toMatchObject({
      code: 'conflict',
      message: `Run ${id} was broken off and has not ended.`,
      hint: expect.stringContaining(`ralph runs resume ${id}`),
    });
    await expect(refuseOtherRuns(database, noon, id)).resolves.toBeUndefined();
    await expect(refuseOtherRuns(database, noon, 'run_other')).rejects.toThrow('broken off');
  });
});
