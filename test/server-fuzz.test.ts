import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFixture } from './support/bundle-fixture.ts';
import { fuzzHttp, fuzzStdio } from './support/fuzz-runs.ts';
import { scratchFolder } from './support/scratch-folder.ts';
import { portOf, startServerProcess } from './support/server-fixture.ts';

// A short run of what test/slow/fuzz.test.ts does at length.
const seed = Number(process.env.FUZZ_SEED ?? 20_261_116);
const count = 500;

let fixture: Awaited<ReturnType<typeof bundleFixture>>;
beforeAll(async () => {
  fixture = await bundleFixture('server/test-server');
});
afterAll(() => fixture.remove());

describe(`500 wrong messages (seed ${seed})`, () => {
  it.each(['legacy', 'modern'] as const)('leave a %s server on stdio answering', async (era) => {
    const server = startServerProcess(fixture.file, ['stdio', scratchFolder()]);
    await fuzzStdio(server, { seed, count, era });
    expect(server.child.exitCode).toBeNull();
  });

  it('leave a server on HTTP answering', async () => {
    const server = startServerProcess(fixture.file, ['http', scratchFolder()]);
    await fuzzHttp(server, await portOf(server), { seed, count });
    expect(server.child.exitCode).toBeNull();
  });
});
