import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openProjectDatabase } from '../../../app/database.ts';
import { systemClock } from '../../../base/clock.ts';
import { createLogger } from '../../../base/logger.ts';
import { LeaseTakenError } from '../../../storage/hold-lease.ts';
import { createLeases } from '../../../storage/leases.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { promise } from '../rules/promise.ts';
import { sampleRun } from '../testing/run-in.ts';
import { holdRunLease, isRunLeaseHeld } from './run-lease.ts';

const logger = createLogger({ write: () => undefined });
const services = { clock: systemClock, logger };

/** The lease in the hands of this process number on this host. */
async function heldBy(pid: number, host: string) {
  const database = await openProjectDatabase(temporaryFolder(), logger);
  onTestFinished(() => database.close());
  const holder = { id: 'other', pid, host, purpose: 'run run_1' };
  await createLeases({ database }).acquire('run', holder, 60_000);
  return database;
}

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function deadProcess(): Promise<number> {
  const child = spawn('true');
  await new Promise((resolve) => child.on('exit', resolve));
  return child.pid ?? 0;
}

it('is not waited for when its holder is gone from this machine', async () => {
  const database = await heldBy(await deadProcess(), hostname());
  expect(await isRunLeaseHeld(database, services)).toBe(false);
  const lease = await holdRunLease(database, services, 'run run_2');
  expect(lease.token).toBe(2);
  await lease.release();
});

it.runIf(process.platform === 'linux')(
  'is not waited for when nobody has waited for its holder, which has ended',
  async () => {
    // The shell becomes a program that never asks how its child ended.
    const parent = spawn('sh', ['-c', "sh -c 'echo $$' & exec sleep 60"]);
    onTestFinished(() => void parent.kill());
    const pid = await new Promise<number>((resolve) => {
      parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
    });
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /);
    const database = await heldBy(pid, hostname());
    expect(await isRunLeaseHeld(database, services)).toBe(false);
  },
);

it.each([
  ['lives', process.pid, hostname()],
  ['may live on another machine', 1, `not-${hostname()}`],
])('is refused while its holder %s', async (_, pid, host) => {
  const database = await heldBy(pid, host);
  expect(await isRunLeaseHeld(database, services)).toBe(true);
  const refused = holdRunLease(database, services, 'run run_2');
  await expect(refused).rejects.toThrow(LeaseTakenError);
  await expect(refused).rejects.toMatchObject({
    message: expect.stringContaining(`Run run_1 is under way in this root, in process ${pid}`),
    hint: 'Follow it with "ralph runs watch run_1", or end it with "ralph runs cancel run_1".',
  });
});

it('is needed for every word that a run writes: one that woke up too late changes nothing', async () => {
  const run = await sampleRun({
    turns: [{ steps: [{ write: 'b.txt', text: 'b' }, { sleep_ms: 200 }, { say: promise }] }],
  });
  const taken = withResolvers();
  const ended = run.execute({
    listener: {
      event({ event }) {
        if (event.kind !== 'agent' || event.event.kind !== 'tool_end') return;
        const theirs = { token: 99, holder: 'another process' };
        void run.database.kysely.updateTable('leases').set(theirs).execute().then(taken.resolve);
      },
    },
  });
  await taken.promise;
  const before = await run.kinds();
  await expect(ended).rejects.toThrow('The lease "run" was lost: another process has taken it.');
  expect(await run.kinds()).toEqual(before);
  expect(await run.store.get(run.id)).toMatchObject({ status: 'running' });
  expect(await run.store.iterations(run.id)).toMatchObject([{ status: 'running' }]);
  // Whoever took over decides what becomes of it.
  expect(existsSync(path.join(run.root, 'b.txt'))).toBe(true);
  expect(
    await run.database.kysely.selectFrom('leases').select('holder').executeTakeFirst(),
  ).toEqual({ holder: 'another process' });
});
