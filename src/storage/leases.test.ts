import { expect, it } from 'vitest';
import type { LeaseHolder } from './leases.ts';
import { createLeases } from './leases.ts';
import { openNotes } from './testing/notes.ts';

const holder = (id: string): LeaseHolder => ({ id, pid: 1, host: 'here', purpose: `for ${id}` });

async function leasesWithClock() {
  const clock = { time: 1_000, now: () => new Date(clock.time) };
  const database = await openNotes();
  return { clock, database, leases: createLeases({ database, clock }) };
}

it('goes to the first who asks, and tells the second who has it', async () => {
  const { leases } = await leasesWithClock();
  const first = await leases.acquire('run', holder('a'), 100);
  expect(first).toEqual({
    acquired: true,
    lease: {
      name: 'run',
      token: 1,
      holder: holder('a'),
      since: new Date(1_000),
      expiresAt: new Date(1_100),
    },
  });
  const second = await leases.acquire('run', holder('b'), 100);
  expect(second).toMatchObject({ acquired: false, heldBy: { token: 1, holder: holder('a') } });
  expect(await leases.acquire('other', holder('b'), 100)).toMatchObject({ acquired: true });
});

it('is not taken twice by one holder', async () => {
  const { leases } = await leasesWithClock();
  await leases.acquire('run', holder('a'), 100);
  expect(await leases.acquire('run', holder('a'), 100)).toMatchObject({ acquired: false });
});

it('changes hands when it expires and not before, with a higher token', async () => {
  const { clock, leases } = await leasesWithClock();
  await leases.acquire('run', holder('a'), 100);
  clock.time = 1_099;
  expect(await leases.acquire('run', holder('b'), 100)).toMatchObject({ acquired: false });
  expect(await leases.current('run')).toMatchObject({ holder: { id: 'a' } });
  clock.time = 1_100;
  expect(await leases.current('run')).toBeUndefined();
  expect(await leases.acquire('run', holder('b'), 100)).toMatchObject({
    acquired: true,
    lease: { token: 2, holder: { id: 'b' } },
  });
});

it('goes on when renewed, even late, unless another has taken it', async () => {
  const { clock, leases } = await leasesWithClock();
  const taken = await leases.acquire('run', holder('a'), 100);
  if (!taken.acquired) throw new Error('not acquired');
  clock.time = 1_090;
  expect(await leases.renew(taken.lease, 100)).toMatchObject({ expiresAt: new Date(1_190) });
  clock.time = 1_150;
  expect(await leases.acquire('run', holder('b'), 100)).toMatchObject({ acquired: false });
  clock.time = 2_000;
  expect(await leases.renew(taken.lease, 100)).toMatchObject({ token: 1 });
  clock.time = 3_000;
  await leases.acquire('run', holder('b'), 100);
  expect(await leases.renew(taken.lease, 100)).toBeUndefined();
});

it('is free once released; the tokens go on counting', async () => {
  const { leases } = await leasesWithClock();
  const first = await leases.acquire('run', holder('a'), 100);
  if (!first.acquired) throw new Error('not acquired');
  await leases.release(first.lease);
  expect(await leases.current('run')).toBeUndefined();
  expect(await leases.renew(first.lease, 100)).toBeUndefined();
  const second = await leases.acquire('run', holder('b'), 100);
  expect(second).toMatchObject({ acquired: true, lease: { token: 2 } });
  await leases.release(first.lease);
  expect(await leases.current('run')).toMatchObject({ holder: { id: 'b' } });
});
