import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { openProjectDatabase } from '../../../app/database.ts';
import { systemClock } from '../../../base/clock.ts';
import { createLogger } from '../../../base/logger.ts';
import { LeaseTakenError } from '../../../storage/hold-lease.ts';
import { createLeases } from '../../../storage/leases.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
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

it.each([
  ['lives', process.pid, hostname()],
  ['may live on another machine', 1, `not-${hostname()}`],
])('is refused while its holder %s', async (_, pid, host) => {
  const database = await heldBy(pid, host);
  expect(await isRunLeaseHeld(database, services)).toBe(true);
  await expect(holdRunLease(database, services, 'run run_2')).rejects.toThrow(LeaseTakenError);
});
