import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemStore } from '../../src/context/store/items.ts';
import { storeItems } from '../../src/context/store-items.ts';
import { contextFixture } from '../../src/context/testing/context-fixture.ts';
import { scratchFolder } from '../support/scratch-folder.ts';

const disk = `${scratchFolder()}/disk`;
let mounted = false;

/** A disk of six megabytes where the system lets us mount one. */
beforeAll(() => {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk], { stdio: 'ignore' });
    mounted = true;
  } catch {
    mounted = false;
  }
});
afterAll(() => {
  if (mounted) execFileSync('umount', ['-l', disk]);
});

it('a full disk: the newest is stored, what is worth least goes, and nothing is damaged', async () => {
  const context = await contextFixture({ root: disk });
  // Without a disk of its own the database is given a limit: SQLite then says the same.
  if (!mounted) await sql`pragma max_page_count = 1000`.execute(context.database.kysely);
  const [skill] = await storeItems(context, [
    { content: 'A skill outlives a full disk.', content_type: 'skill' },
  ]);
  let last = '';
  for (let n = 0; n < 400; n++) {
    const words = Array.from({ length: 400 }, (_, i) => `w${n * 400 + i}`).join(' ');
    const [stored] = await storeItems(context, [{ content: words, content_type: 'output' }]);
    last = stored?.id ?? '';
  }
  const store = itemStore(context.database.kysely);
  expect(await store.find(last)).toBeDefined();
  expect(await store.find(skill?.id ?? '')).toBeDefined();
  expect((await context.index.stats()).documents).toBeLessThan(401);
  expect(context.lines.join()).toContain('the disk is full: items worth least were pruned');
  expect(await context.index.check()).toEqual([]);
  expect(await context.database.integrityCheck()).toEqual([]);
});

it('a disk without a byte left: the memory still opens, by the room it has put aside', async (test) => {
  if (!mounted) return test.skip('no disk of its own');
  const ballast = `${disk}/ballast`;
  rmSync(`${disk}/.agent`, { recursive: true, force: true });
  const before = await contextFixture({ root: disk });
  await storeItems(before, [{ content: 'Kept on a full disk.', content_type: 'output' }]);
  await before.close();
  expect(() => {
    for (;;) appendFileSync(ballast, Buffer.alloc(4_096));
  }).toThrow('ENOSPC');
  const context = await contextFixture({ root: disk });
  const [stored] = await storeItems(context, [{ content: 'Another.', content_type: 'output' }]);
  expect(stored?.deduplicated).toBe(false);
  expect((await context.index.stats()).documents).toBe(2);
  rmSync(ballast);
});
