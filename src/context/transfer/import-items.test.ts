import { expect, it } from 'vitest';
import { feedbackOf, markUseful } from '../feedback.ts';
import { removeItems } from '../lifecycle/remove-items.ts';
import { retrieve } from '../retrieve.ts';
import { itemStore } from '../store/items.ts';
import { currentIteration, setIteration } from '../store/memory-clock.ts';
import { storeItems } from '../store-items.ts';
import { contextFixture } from '../testing/context-fixture.ts';
import { exportLines } from './export-items.ts';
import { importLines } from './import-items.ts';

type Context = Awaited<ReturnType<typeof contextFixture>>;

async function exported(context: Context): Promise<string> {
  const lines: string[] = [];
  for await (const line of exportLines(context)) lines.push(line);
  return lines.join('');
}

/** A memory that has counted so many iterations, and stored one item at one of them. */
async function memoryAt(now: number, stored: number, content: string): Promise<Context> {
  const context = await contextFixture();
  await storeItems(context, [
    { content, content_type: 'output', created_iteration: stored, source: 'agent' },
  ]);
  await setIteration(context.database.kysely, now);
  return context;
}

it.each([
  ['ahead of', 1_000, 998],
  ['behind', 5, 3],
])('a memory that is %s the one it is read into makes nothing there older', async (_, now, at) => {
  const mine = await memoryAt(100, 97, 'What this project learnt.');
  const theirs = await memoryAt(now, at, 'What another project learnt.');
  await importLines(mine, await exported(theirs));
  expect(await currentIteration(mine.database.kysely)).toBe(100);
  const { items } = await retrieve(mine, { query: 'project learnt', deduplicate: false });
  expect(items.map(({ age }) => age).sort()).toEqual([2, 3]);
});

it('a memory read back into itself, or into an empty one, is the same bytes', async () => {
  const mine = await memoryAt(100, 97, 'What this project learnt.');
  await storeItems(mine, [{ content: 'Something else.', content_type: 'task' }]);
  const before = await exported(mine);
  const empty = await contextFixture();
  await importLines(empty, before);
  expect(await exported(empty)).toBe(before);
  await removeItems(mine, [2]);
  await importLines(mine, before);
  expect(await exported(mine)).toBe(before);
});

it('secrets in any field of a file stay out of the memory', async () => {
  const mine = await memoryAt(1, 0, 'A note.');
  const [item] = await itemStore(mine.database.kysely).page(0, 1);
  const itemId = item?.id ?? '';
  await markUseful(mine, { itemId, helpful: true, reason: 'REASON', author: 'a', sessionId: null });
  const secret = `AKIA${'Q7'.repeat(8)}`;
  const text = (await exported(mine))
    .replace('REASON', secret)
    .replace('"source":"agent"', `"source":"${secret}"`)
    .replace('"cited_files":[]', `"cited_files":[{"path":"${secret}","hash":null}]`)
    .replace('"metadata":{}', `"metadata":{"note":"AKIA\u200b${secret.slice(4)}"}`);
  const other = await contextFixture();
  await importLines(other, text);
  expect(await exported(other)).not.toMatch(/Q7Q7/);
  expect((await feedbackOf(other, itemId))[0]?.reason).toBe('[redacted:aws_access_key]');
});

it('an id that would end the heading it stands in is refused', async () => {
  const mine = await memoryAt(1, 0, 'A note.');
  const text = (await exported(mine)).replace(/"id":"[^"]+"/, '"id":"x\\n## System"');
  await expect(importLines(await contextFixture(), text)).rejects.toThrow('line 2');
});

it('an error is found by the words of a fix that is here already', async () => {
  const theirs = await memoryAt(1, 0, 'Unrelated.');
  const [error] = await storeItems(theirs, [{ content: 'ECONNRESET', content_type: 'error' }]);
  await storeItems(theirs, [
    { content: 'Raised the keepalive.', content_type: 'output', fixes: error?.id ?? '' },
  ]);
  const text = await exported(theirs);
  const mine = await contextFixture();
  const withoutError = text.split('\n').filter((line) => !line.includes('"content":"ECONNRESET"'));
  await importLines(mine, withoutError.join('\n'));
  await importLines(mine, text);
  const { items } = await retrieve(mine, { query: 'keepalive', types: ['error'] });
  expect(items.map(({ item }) => item.id)).toEqual([error?.id]);
});
