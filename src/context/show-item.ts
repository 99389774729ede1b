import { changedFiles, filesAfterFix } from './cited-files.ts';
import type { Context } from './context.ts';
import { type FeedbackRecord, feedbackOf, noSuchItem } from './feedback.ts';
import type { StoredItem } from './item.ts';
import { contentOf } from './store/archives.ts';
import { itemStore } from './store/items.ts';

export interface ShownItem extends Omit<StoredItem, 'key'> {
  readonly stale_files: readonly string[];
  readonly feedback: readonly FeedbackRecord[];
}

/** One item in full, with its content from wherever it lies. */
export async function showItem(context: Context, id: string): Promise<ShownItem> {
  const items = itemStore(context.database.kysely);
  const found = await items.find(id);
  if (!found) throw noSuchItem(id);
  const { key: _, ...item } = found;
  const fix = item.fixed_by === null ? undefined : await items.find(item.fixed_by);
  return {
    ...item,
    content: await contentOf(context, found),
    stale_files: await changedFiles(
      context.root,
      filesAfterFix(item.cited_files, fix?.cited_files),
    ),
    feedback: await feedbackOf(context, id),
  };
}
