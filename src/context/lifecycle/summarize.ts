import type { Context } from '../context.ts';
import { isOpenError, type StoredItem } from '../item.ts';
import { itemStore } from '../store/items.ts';
import { currentIteration } from '../store/memory-clock.ts';
import { summarizeText } from './summarize-text.ts';

export interface SummarizeReport {
  readonly summarized: number;
  readonly characters_before: number;
  readonly characters_after: number;
}

/** Gives items their short form. Their rows and the index keep the whole, so that nothing is lost by it. */
export async function summarizeItems(
  context: Context,
  items: readonly StoredItem[],
): Promise<SummarizeReport> {
  let summarized = 0;
  let before = 0;
  let after = 0;
  for (const item of items) {
    if (!maySummarize(item)) continue;
    const summary = await summarizeText(item, context);
    const { numUpdatedRows } = await context.database.kysely
      .updateTable('items')
      .set({ state: 'summarized', summary, original_length: item.content.length })
      .where('key', '=', item.key)
      // An agent's summary takes a while, in which somebody else may have moved it on.
      .where('state', '=', item.state)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) continue;
    summarized++;
    before += item.content.length;
    after += summary?.length ?? item.content.length;
  }
  return { summarized, characters_before: before, characters_after: after };
}

const batch = 100;

/** Summarizes everything that is older than so many iterations and has not been summarized yet. */
export async function summarizeOlderThan(
  context: Context,
  iterations: number,
  signal?: AbortSignal,
): Promise<SummarizeReport> {
  const { kysely } = context.database;
  const before = (await currentIteration(kysely)) - iterations;
  const total = { summarized: 0, characters_before: 0, characters_after: 0 };
  for (const state of ['active', 'aging'] as const) {
    for (;;) {
      signal?.throwIfAborted();
      const items = await itemStore(kysely).inState(state, before, batch);
      const report = await summarizeItems(context, items);
      if (report.summarized === 0) break;
      total.summarized += report.summarized;
      total.characters_before += report.characters_before;
      total.characters_after += report.characters_after;
    }
  }
  return total;
}

/** Skills are short and curated; an error nobody has fixed is needed word for word. */
function maySummarize(item: StoredItem): boolean {
  return item.content_type !== 'skill' && !isOpenError(item) && item.archived_in === null;
}
