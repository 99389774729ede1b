import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createServerPool } from '../../src/catalog/connections/server-pool.ts';
import {
  childrenOf,
  isAlive,
  keepCalling,
  plainCall,
  quiet,
  rawServer,
} from '../../src/catalog/testing/raw-servers.ts';

/** How often each, and the code that its call must end with. A thousand in all. */
const faults = {
  hang: { times: 250, code: 'execution_failed' },
  freeze: { times: 25, code: 'execution_failed' },
  crash: { times: 150, code: 'execution_failed' },
  flood: { times: 50, code: undefined },
  garbage: { times: 200, code: undefined },
  big: { times: 30, code: 'budget_exceeded' },
  unreadable: { times: 25, code: 'execution_failed' },
  refuses: { times: 150, code: 'execution_failed' },
  change: { times: 120, code: undefined },
} as const;

const openHandles = () => process.getActiveResourcesInfo().filter((name) => name !== 'Immediate');
const openFiles = () => readdirSync('/proc/self/fd').length;

it('after a thousand faults nothing is left behind, and the other servers never noticed', async () => {
  const breaker = { failures: 10_000, firstPauseMs: 1, longestPauseMs: 1, signOfLifeMs: 150 };
  const names = Object.keys(faults);
  const pool = createServerPool({
    specs: [...names.map((name) => rawServer(name)), rawServer('well'), rawServer('also-well')],
    root: process.cwd(),
    env: process.env,
    logger: quiet,
    maxConnections: 20,
    idleStopMs: 60_000,
    breaker,
  });
  await Promise.all(
    [...names, 'well', 'also-well'].map((name) => pool.call(name, 'pid', {}, plainCall)),
  );
  const [filesBefore, handlesBefore] = [openFiles(), openHandles().length];
  const pids = new Set(pool.health().map(({ pid }) => pid ?? 0));

  const well = keepCalling(pool, ['well', 'also-well']);

  await Promise.all(
    Object.entries(faults).map(async ([tool, { times, code }]) => {
      for (let i = 0; i < times; i++) {
        const timeoutMs = tool === 'hang' || tool === 'freeze' ? 20 : 20_000;
        const outcome = await pool
          .call(tool, tool, tool === 'big' ? { megabytes: 17 } : {}, { ...plainCall, timeoutMs })
          .then(
            () => undefined,
            (error) => error.code,
          );
        expect([tool, outcome]).toEqual([tool, code]);
        for (const { pid } of pool.health()) if (pid) pids.add(pid);
      }
    }),
  );
  for (const calls of await well.stop()) expect(calls).toBeGreaterThan(100);

  await Promise.all(
    names.map((name) => pool.call(name, 'echo', { text: 'still there' }, plainCall)),
  );
  expect(openFiles()).toBeLessThanOrEqual(filesBefore + 5);
  expect(openHandles().length).toBeLessThanOrEqual(handlesBefore + 5);
  await pool.close();
  expect([...pids].filter((pid) => pid > 0 && isAlive(pid))).toEqual([]);
  expect(childrenOf(process.pid)).toEqual([]);
}, 240_000);
