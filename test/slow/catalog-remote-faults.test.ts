import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createServerPool } from '../../src/catalog/connections/server-pool.ts';
import { keepCalling, plainCall, quiet, rawServer } from '../../src/catalog/testing/raw-servers.ts';

/** How often each, and the code that its call must end with. A thousand in all. */
const faults = {
  hang: { times: 150, code: 'execution_failed' },
  'hang-in-stream': { times: 150, code: 'execution_failed' },
  reset: { times: 150, code: 'execution_failed' },
  'cut-json': { times: 150, code: 'execution_failed' },
  'cut-stream': { times: 100, code: 'execution_failed' },
  page: { times: 100, code: 'execution_failed' },
  broken: { times: 140, code: 'execution_failed' },
  big: { times: 30, code: 'budget_exceeded' },
  'big-stream': { times: 30, code: 'budget_exceeded' },
} as const;

const openFiles = () => readdirSync('/proc/self/fd').length;
const openSockets = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

async function startOdd(): Promise<string> {
  const program = path.resolve(import.meta.dirname, '../fixtures/catalog/odd-http-server.mjs');
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return String(line).trim();
}

it('after a thousand faults of remote servers nothing is left open, and the others never noticed', async () => {
  const url = await startOdd();
  const names = Object.keys(faults);
  const remote = (name: string) => {
    const { command: _, args: __, ...rest } = rawServer(name);
    return { ...rest, transport: 'http' as const, url };
  };
  const [filesBefore, socketsBefore] = [openFiles(), openSockets()];
  const pool = createServerPool({
    specs: [...names, 'well', 'also-well'].map(remote),
    root: process.cwd(),
    env: process.env,
    logger: quiet,
    maxConnections: 20,
    idleStopMs: 60_000,
    breaker: { failures: 10_000, firstPauseMs: 1, longestPauseMs: 1, signOfLifeMs: 2_000 },
  });

  const well = keepCalling(pool, ['well', 'also-well']);
  await Promise.all(
    Object.entries(faults).map(async ([tool, { times, code }]) => {
      for (let i = 0; i < times; i++) {
        const timeoutMs = tool.startsWith('hang') ? 20 : 20_000;
        const outcome = await pool.call(tool, tool, {}, { ...plainCall, timeoutMs }).then(
          () => undefined,
          (error) => error.code,
        );
        expect([tool, outcome]).toEqual([tool, code]);
      }
    }),
  );
  for (const calls of await well.stop()) expect(calls).toBeGreaterThan(100);
  await Promise.all(
    names.map((name) => pool.call(name, 'echo', { text: 'still there' }, plainCall)),
  );

  await pool.close();
  // `fetch` keeps connections of its own for some seconds.
  await vi.waitFor(() => expect(openFiles()).toBeLessThanOrEqual(filesBefore + 5), 15_000);
  expect(openSockets()).toBeLessThanOrEqual(socketsBefore);
}, 300_000);
