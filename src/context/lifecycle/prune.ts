import type { Context } from '../context.ts';
import type { ContextItem, StoredItem } from '../item.ts';
import { mayPrune } from '../rules/pruning.ts';
import { appendToArchive, contentOf, readArchive } from '../store/archives.ts';
import { itemOf, plainItem } from '../store/item-rows.ts';
import { removeItems } from './remove-items.ts';

export interface PruneReport {
  readonly pruned: number;
  /** Below the threshold, but skills or errors that nobody has fixed. */
  readonly protected: number;
  readonly threshold: number;
}

const batch = 200;

/** Removes items less useful than the threshold, of any age. Archives keep them: they can be restored. */
export async function pruneLowValue(context: Context, minScore: number): Promise<PruneReport> {
  const threshold = Math.min(minScore, context.settings.lifecycle.prune_min_usefulness);
  let pruned = 0;
  let kept = 0;
  let last: { estimate: number; key: number } = { estimate: -1, key: 0 };
  for (;;) {
    const rows = await context.database.kysely
      .selectFrom('items')
      .selectAll()
      .where('usefulness_estimate', '<', threshold)
      .where((eb) =>
        eb.or([
          eb('usefulness_estimate', '>', last.estimate),
          eb.and([eb('usefulness_estimate', '=', last.estimate), eb('key', '>', last.key)]),
        ]),
      )
      .orderBy('usefulness_estimate')
      .orderBy('key')
      .limit(batch)
      .execute();
    const end = rows.at(-1);
    if (!end) return { pruned, protected: kept, threshold };
    last = { estimate: end.usefulness_estimate, key: end.key };
    const going = rows.map(itemOf).filter((item) => mayPrune(item, threshold));
    await pruneItems(context, going);
    pruned += going.length;
    kept += rows.length - going.length;
  }
}

/** An archive has each item before its row goes. */
export async function pruneItems(context: Context, items: readonly StoredItem[]): Promise<void> {
  const unarchived: ContextItem[] = [];
  for (const item of items) {
    if (context.folder === undefined || (await isArchived(context, item))) continue;
    unarchived.push({ ...plainItem(item), content: await contentOf(context, item) });
  }
  await removeItems(
    context,
    items.map(({ key }) => key),
    async () => {
      if (unarchived.length > 0) await appendToArchive(context, unarchived);
    },
  );
}

async function isArchived(context: Context, { id, archived_in }: StoredItem): Promise<boolean> {
  return archived_in !== null && (await readArchive(context, archived_in)).has(id);
}
