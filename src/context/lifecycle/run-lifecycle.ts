import { errorMessage } from '../../base/errors.ts';
import type { Context } from '../context.ts';
import { backfillVectors } from '../embed-items.ts';
import type { ContextState, StoredItem } from '../item.ts';
import { oldestInState } from '../rules/states.ts';
import { itemStore } from '../store/items.ts';
import { currentIteration } from '../store/memory-clock.ts';
import { archiveItems } from './archive.ts';
import { limitSize } from './limit-size.ts';
import { pruneItems } from './prune.ts';
import { summarizeItems } from './summarize.ts';

export interface LifecycleReport {
  readonly aged: number;
  readonly summarized: number;
  readonly archived: number;
  readonly pruned: number;
  readonly embedded: number;
}

/** One iteration's share of the work: what is left is done by the next ones. */
const perIteration = 200;

/**
 * Moves the items that have become old enough one state on. An index finds them by state and age, so that the
 * work grows with what changes and not with what is stored.
 */
export async function runLifecycle(
  context: Context,
  options: { readonly limit?: number; readonly signal?: AbortSignal } = {},
): Promise<LifecycleReport> {
  const { limit = perIteration, signal } = options;
  const aged = await ageItems(context, limit);
  const { summarized } = await summarizeItems(context, await due(context, 'aging', limit));
  signal?.throwIfAborted();
  const { archived } = await archiveItems(context, await due(context, 'summarized', limit));
  const useless = await uselessItems(context, limit);
  await pruneItems(context, useless);
  const limited = await limitSize(context);
  const { embedded } = await backfillVectors(context, { limit, ...(signal && { signal }) });
  return { aged, summarized, archived, pruned: useless.length + limited.pruned, embedded };
}

/** The same after an iteration: what was stored is stored, whether or not older items could be moved on. */
export async function tidyUp(context: Context, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  try {
    await runLifecycle(context, signal ? { signal } : {});
  } catch (thrown) {
    context.logger.warn('the memory could not tidy up', { reason: errorMessage(thrown) });
  }
}

async function ageItems(context: Context, limit: number): Promise<number> {
  const keys = (await due(context, 'active', limit)).map(({ key }) => key);
  if (keys.length === 0) return 0;
  await context.database.kysely
    .updateTable('items')
    .set({ state: 'aging' })
    .where('key', 'in', keys)
    .where('state', '=', 'active')
    .execute();
  return keys.length;
}

async function due(context: Context, state: ContextState, limit: number): Promise<StoredItem[]> {
  return itemStore(context.database.kysely).inState(state, await bornBefore(context, state), limit);
}

async function uselessItems(context: Context, limit: number): Promise<StoredItem[]> {
  const { prune_min_usefulness } = context.settings.lifecycle;
  const before = await bornBefore(context, 'archived');
  return itemStore(context.database.kysely).prunable(before, prune_min_usefulness, limit);
}

/** Items of a state whose age counts from before this iteration have stayed in it long enough. */
async function bornBefore(context: Context, state: ContextState): Promise<number> {
  const now = await currentIteration(context.database.kysely);
  return now - oldestInState(state, context.settings.lifecycle);
}
