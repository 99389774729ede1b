import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFixture } from '../support/bundle-fixture.ts';
import { fuzzHttp, fuzzStdio, type Memory, memoryOf } from '../support/fuzz-runs.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { portOf, type ServerProcess, startServerProcess } from '../support/server-fixture.ts';

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);
const count = 20_000;
const megabyte = 1_048_576;

let fixture: Awaited<ReturnType<typeof bundleFixture>>;
beforeAll(async () => {
  fixture = await bundleFixture('server/test-server');
});
afterAll(() => fixture.remove());

/** Remembers the memory after each quarter of the run, when caches have long been filled. */
function watchMemory(server: ServerProcess) {
  const seen: Memory[] = [];
  return {
    seen,
    onRound: async (sent: number) => {
      if (sent % (count / 4) === 0) seen.push(await memoryOf(server));
    },
  };
}

function expectFlat(transport: string, seen: readonly Memory[]): void {
  const heaps = seen.map(({ heapUsed }) => Math.round(heapUsed / megabyte));
  const rss = seen.map((memory) => Math.round(memory.rss / megabyte));
  console.log(`${transport}: ${count} messages, seed ${seed}, heap MB ${heaps}, RSS MB ${rss}`);
  expect(seen).toHaveLength(4);
  const [first, last] = [seen[0], seen.at(-1)];
  expect((last?.heapUsed ?? 0) - (first?.heapUsed ?? 0)).toBeLessThan(10 * megabyte);
  expect((last?.rss ?? 0) - (first?.rss ?? 0)).toBeLessThan(150 * megabyte);
}

describe(`20,000 wrong messages (FUZZ_SEED=${seed} repeats this run)`, () => {
  it.each(['legacy', 'modern'] as const)(
    'leave a %s server on stdio answering, with flat memory',
    async (era) => {
      const server = startServerProcess(fixture.file, ['stdio', scratchFolder()], {
        execArgv: ['--expose-gc'],
      });
      const memory = watchMemory(server);
      await fuzzStdio(server, { seed, count, era, onRound: memory.onRound });
      expectFlat(`stdio, ${era}`, memory.seen);
      expect(server.child.exitCode).toBeNull();
      expect(server.stderr()).not.toContain('Unhandled');
    },
  );

  it('leave a server on HTTP answering, with flat memory', async () => {
    const server = startServerProcess(fixture.file, ['http', scratchFolder()], {
      execArgv: ['--expose-gc'],
    });
    const memory = watchMemory(server);
    await fuzzHttp(server, await portOf(server), { seed, count, onRound: memory.onRound });
    expectFlat('http', memory.seen);
    expect(server.child.exitCode).toBeNull();
    expect(server.stderr()).not.toContain('Unhandled');
  });
});
