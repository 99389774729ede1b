import type { Context } from '../context.ts';
import { itemStore } from '../store/items.ts';

/** Takes items out of rows and index at once, after `first`, under the same lock. Links to them stay: an error is still fixed, and may be restored. */
export async function removeItems(
  context: Context,
  keys: readonly number[],
  first?: () => Promise<void>,
): Promise<void> {
  if (keys.length === 0) return;
  const { database, index } = context;
  await database.transaction(async (tx) => {
    await first?.();
    // Rows first: on a full disk the index can only change in the pages that they give back.
    await itemStore(tx).remove(keys);
    await index.remove(tx, keys);
  });
}
