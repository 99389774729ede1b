import type { Context } from '../context.ts';
import { noSuchItem } from '../feedback.ts';
import { isOpenError, type StoredItem } from '../item.ts';
import { appendToArchive } from '../store/archives.ts';
import { plainItem } from '../store/item-rows.ts';
import { itemStore } from '../store/items.ts';
import { currentIteration } from '../store/memory-clock.ts';
import { summarizeText } from './summarize-text.ts';

/**
 * Moves the content of items into the archive of the day. The archive is on disk before a row lets go of its
 * content, so that a crash in between leaves the item twice and never not at all. It is written under the lock of
 * the database, because an archive may also be shortened.
 */
export async function archiveItems(
  context: Context,
  items: readonly StoredItem[],
): Promise<ArchiveReport> {
  const movable = items.filter(mayArchive);
  if (movable.length === 0 || context.folder === undefined) return { archived: 0, file: null };
  const summaries = new Map<number, string | null>();
  for (const item of movable) {
    // Short items have no summary; in the row of an archived one their words stand in for it.
    const shown = item.summary ?? (await summarizeText(item, context)) ?? item.content;
    summaries.set(item.key, shown);
  }
  const file = await context.database.transaction(async (tx) => {
    const name = await appendToArchive(context, movable.map(plainItem));
    for (const item of movable) {
      await tx
        .updateTable('items')
        .set({
          state: 'archived',
          content: '',
          summary: summaries.get(item.key) ?? null,
          original_length: item.content.length,
          archived_in: name,
        })
        .where('key', '=', item.key)
        // Whoever fixed, restored or archived it meanwhile has the last word.
        .where('state', '=', item.state)
        .execute();
    }
    return name;
  });
  return { archived: movable.length, file };
}

function mayArchive(item: StoredItem): boolean {
  return item.content_type !== 'skill' && !isOpenError(item) && item.archived_in === null;
}

export interface ArchiveReport {
  readonly archived: number;
  readonly file: string | null;
}

const batch = 200;

/** Archives everything older than so many iterations, in whatever state it is. */
export async function archiveOlderThan(
  context: Context,
  iterations: number,
): Promise<ArchiveReport> {
  const { kysely } = context.database;
  const before = (await currentIteration(kysely)) - iterations;
  let archived = 0;
  let file: string | null = null;
  for (const state of ['active', 'aging', 'summarized'] as const) {
    for (;;) {
      const report = await archiveItems(
        context,
        await itemStore(kysely).inState(state, before, batch),
      );
      if (report.archived === 0) break;
      archived += report.archived;
      file = report.file;
    }
  }
  return { archived, file };
}

export async function archiveIds(context: Context, ids: readonly string[]): Promise<ArchiveReport> {
  const items = await itemStore(context.database.kysely).findAll(ids);
  const missing = ids.find((id) => !items.some((item) => item.id === id));
  if (missing !== undefined) throw noSuchItem(missing);
  return archiveItems(context, items);
}
