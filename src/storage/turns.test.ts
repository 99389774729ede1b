import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('gives turns in the order they were asked for', async () => {
  const turns = createTurns({ limitMs: 1_000 });
  const order: number[] = [];
  const taken = [1, 2, 3].map(async (n) => {
    const end = await turns.take();
    order.push(n);
    end();
    end();
  });
  await Promise.all(taken);
  expect(order).toEqual([1, 2, 3]);
});

it('goes on with the next when one gave up waiting', async () => {
  const turns = createTurns({ limitMs: 20 });
  const end = await turns.take();
  await expect(turns.take()).rejects.toThrow('Waited 20 ms for the database');
  const next = turns.take();
  end();
  (await next)();
  await expect(turns.take()).resolves.toBeTypeOf('function');
});

it('refuses those who wait and those who come when it is stopped', async () => {
  const turns = createTurns({ limitMs: 1_000 });
  await turns.take();
  const waiting = turns.take();
  turns.stop(new Error('closed'));
  await expect(waiting).rejects.toThrow('closed');
  await expect(turns.take()).rejects.toThrow('closed');
});
