import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { type HoldLeaseOptions, holdLease, LeaseTakenError } from './hold-lease.ts';
import { createLeases } from './leases.ts';
import { openNotes } from './testing/notes.ts';
import { workerProcesses } from './testing/worker-processes.ts';

// Many processes on a busy machine are slow, which is not what is tested here.
vi.setConfig({ testTimeout: 120_000 });
const start = workerProcesses();
const newFile = () => path.join(scratchFolder(), 'notes.db');
const lost = (signal: AbortSignal) =>
  signal.aborted
    ? Promise.resolve()
    : new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

const options = (over: Partial<HoldLeaseOptions> = {}): HoldLeaseOptions => ({
  name: 'only one',
  purpose: 'run run_1',
  ttlMs: 60_000,
  ...over,
});

describe('a held lease', () => {
  it('is renewed for as long as it is held, and free after that', async () => {
    const database = await openNotes();
    const leases = createLeases({ database });
    const held = await holdLease(database, options({ ttlMs: 150 }));
    const expiry = async () =>
      (await database.kysely.selectFrom('leases').select('expires_at').executeTakeFirstOrThrow())
        .expires_at;
    const first = await expiry();
    // Renewed, however slow the machine: wait for what must come, not for a while.
    while ((await expiry()) === first) await sleep(10);
    expect(held.signal.aborted).toBe(false);
    await held.release();
    await held.release();
    expect(await leases.current('only one')).toBeUndefined();
  });

  it('tells others who has it, since when and until when', async () => {
    const database = await openNotes();
    const clock = { now: () => new Date('2026-01-02T03:04:05Z') };
    const held = await holdLease(database, options({ clock }));
    const refused: unknown = await holdLease(database, options({ clock })).catch((error) => error);
    if (!(refused instanceof LeaseTakenError)) throw new Error('not refused');
    expect(refused.message).toMatch(
      /^"only one" is in use by process \d+ on .+ since 2026-01-02T03:04:05.000Z: run run_1\.$/,
    );
    expect(refused.message).toContain(`process ${process.pid} `);
    expect(refused.hint).toContain('clears by itself by 2026-01-02T03:05:05.000Z');
    expect(refused.heldBy.token).toBe(held.token);
    await held.release();
  });

  it('aborts its signal when another has taken it, and leaves the other alone', async () => {
    const database = await openNotes();
    const held = await holdLease(database, options({ ttlMs: 90 }));
    await database.kysely.updateTable('leases').set({ token: 2, holder: 'thief' }).execute();
    await lost(held.signal);
    expect(held.signal.reason).toMatchObject({ message: expect.stringContaining('was lost') });
    await held.release();
    const { holder } = await database.kysely
      .selectFrom('leases')
      .select('holder')
      .executeTakeFirstOrThrow();
    expect(holder).toBe('thief');
  });

  it('survives a renewal that fails, and is lost when it could not be renewed in time', async () => {
    const database = await openNotes();
    const clock = { time: 0, now: () => new Date(clock.time) };
    const warnings: string[] = [];
    const logger = {
      debug: () => {},
      info: () => {},
      warn: (message: string) => {
        warnings.push(message);
        clock.time = 1_000;
      },
      error: () => {},
      child: () => logger,
    };
    const held = await holdLease(database, options({ ttlMs: 90, clock, logger }));
    await database.close();
    await lost(held.signal);
    expect(warnings).toEqual(['lease not renewed, trying again']);
    expect(held.signal.reason).toMatchObject({
      message: expect.stringContaining('could not be renewed'),
    });
  });
});

describe('a lease between processes', () => {
  it('never has two holders: 8 processes race for it 80 times', async () => {
    const [file, log] = [newFile(), path.join(scratchFolder(), 'log')];
    writeFileSync(log, '');
    const racers = Array.from({ length: 8 }, () => start('race', file, log, '10'));
    await Promise.all(racers.map((racer) => racer.done()));
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    const tokens = Array.from({ length: 80 }, (_, index) => index + 1);
    expect(lines).toEqual(tokens.flatMap((token) => [`in ${token}`, `out ${token}`]));
  });

  it('of a killed holder goes to another after it expires, and not before', async () => {
    const file = newFile();
    const holder = start('hold', file, '1500');
    await holder.said(1);
    const database = await openNotes({ file });
    const leases = createLeases({ database });
    await holder.kill();
    const left = await leases.current('only one');
    if (!left) throw new Error('the lease was gone at once');
    for (;;) {
      try {
        const held = await holdLease(database, options());
        expect(Date.now()).toBeGreaterThanOrEqual(left.expiresAt.getTime());
        expect(held.token).toBe(left.token + 1);
        await held.release();
        return;
      } catch (thrown) {
        if (!(thrown instanceof LeaseTakenError)) throw thrown;
        expect(thrown.heldBy.holder).toEqual(left.holder);
      }
      await sleep(20);
    }
  });
});
