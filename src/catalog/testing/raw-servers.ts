import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { createLogger } from '../../base/logger.ts';
import {
  createServerPool,
  type ServerPool,
  type ServerPoolOptions,
} from '../connections/server-pool.ts';
import type { ServerSpec } from '../connections/server-spec.ts';

export const rawServerFile = path.resolve(
  import.meta.dirname,
  '../../../test/fixtures/catalog/raw-server.mjs',
);

export const quiet = createLogger({ write: () => undefined });

export function rawServer(
  name: string,
  extra: Partial<ServerSpec> & { flags?: string[] } = {},
): ServerSpec {
  const { flags = [], ...rest } = extra;
  return {
    name,
    transport: 'stdio',
    command: process.execPath,
    args: [rawServerFile, ...flags],
    enabled: true,
    timeoutMs: 10_000,
    startTimeoutMs: 10_000,
    source: 'ralph.yaml',
    ...rest,
  };
}

/** A pool that is closed when the test is done. */
export function testPool(
  specs: readonly ServerSpec[],
  options: Partial<ServerPoolOptions> = {},
): ServerPool {
  const pool = createServerPool({
    specs,
    root: process.cwd(),
    env: process.env,
    logger: quiet,
    maxConnections: 10,
    idleStopMs: 60_000,
    ...options,
  });
  onTestFinished(() => pool.close());
  return pool;
}

export const plainCall = { signal: new AbortController().signal, caller: 'test' };
// Many calls of a test share it.
setMaxListeners(0, plainCall.signal);

/** A process that has ended but that nobody has waited for is not alive. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** The direct children of a process. */
export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

export function textOf(result: { readonly content?: unknown }): string {
  return Array.isArray(result.content) ? String(result.content[0]?.text) : '';
}

/** Calls these servers again and again; answers, when it is stopped, how often each of them answered rightly. */
export function keepCalling(pool: ServerPool, names: readonly string[]) {
  let going = true;
  const counts = names.map(async (name) => {
    let calls = 0;
    for (; going; calls++) {
      const answer = await pool.call(name, 'echo', { text: String(calls) }, plainCall);
      if (textOf(answer) !== String(calls))
        throw new Error(`call ${calls} of ${name} was answered with ${JSON.stringify(answer)}`);
      await delay(5);
    }
    return calls;
  });
  return {
    stop(): Promise<number[]> {
      going = false;
      return Promise.all(counts);
    },
  };
}
