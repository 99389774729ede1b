import { sql } from 'kysely';
import { errorMessage } from '../base/errors.ts';
import type { Context } from './context.ts';
import { textToIndex } from './indexed-text.ts';
import { type Handle, itemStore } from './store/items.ts';

/** Names the last item that a rebuild has done; it stands in the database for as long as one is under way. */
const marker = 'rebuilt_up_to';
const batch = 200;

/**
 * Makes the index anew from the rows, in steps that leave the write lock to others in between. A process that
 * dies on the way leaves the marker, and whoever opens the memory next goes on from there.
 */
export async function rebuildIndex(context: Context): Promise<number> {
  // Of the tables, the database can make its own indexes anew; those may be what is damaged.
  await sql`reindex`.execute(context.database.kysely).catch((thrown: unknown) => {
    context.logger.warn('the indexes of the tables stay as they are', {
      reason: errorMessage(thrown),
    });
  });
  await context.database.transaction(async (tx) => {
    await context.index.clear(tx);
    await tx.updateTable('items').set({ embedding_id: null }).execute();
    await setMarker(tx, 0);
  });
  return finishRebuild(context);
}

/** Goes on with a rebuild that was interrupted; does nothing when there is none. */
export async function finishRebuild(context: Context): Promise<number> {
  const { database, index } = context;
  let done = 0;
  for (;;) {
    const from = await readMarker(database.kysely);
    if (from === undefined) return done;
    // Archives are read before the write lock is taken.
    const store = itemStore(database.kysely);
    const texts = new Map<number, string>();
    const items = await store.page(from, batch);
    for (const item of items) texts.set(item.key, await textToIndex(context, item, store.find));
    await database.transaction(async (tx) => {
      // Items may have changed or gone since they were read; only those still there are indexed.
      const present = await itemStore(tx).byKeys([...texts.keys()]);
      for (const [key, item] of present) {
        await index.put(tx, {
          key,
          kind: item.content_type,
          iteration: item.created_iteration,
          text: texts.get(key) ?? item.content,
        });
      }
      const last = items.at(-1);
      if (last && items.length === batch) await setMarker(tx, last.key);
      else await tx.deleteFrom('memory_state').where('name', '=', marker).execute();
    });
    done += items.length;
  }
}

async function readMarker(db: Handle): Promise<number | undefined> {
  const row = await db
    .selectFrom('memory_state')
    .select('value')
    .where('name', '=', marker)
    .executeTakeFirst();
  return row?.value;
}

async function setMarker(db: Handle, value: number): Promise<void> {
  await db
    .insertInto('memory_state')
    .values({ name: marker, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
