import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { unprotected } from '../store/items.ts';
import { removeItems } from './remove-items.ts';

export interface PrunedForRoom {
  readonly items: number;
  /** Characters that archives still hold of them. */
  readonly archived: number;
}

/** Prunes the items that are worth least, whatever their age; never a skill or an error nobody has fixed. */
export async function pruneForRoom(context: Context, count: number): Promise<PrunedForRoom> {
  const { kysely } = context.database;
  const rows = await kysely
    .selectFrom('items')
    .select(['key', 'archived_in', 'original_length'])
    .where(unprotected)
    .orderBy('usefulness_estimate')
    .orderBy('access_count')
    .orderBy('aged_from')
    .orderBy('key')
    .limit(count)
    .execute();
  await removeItems(
    context,
    rows.map(({ key }) => key),
  );
  await emptyLog(context);
  const archived = rows
    .filter(({ archived_in }) => archived_in !== null)
    .reduce((sum, { original_length }) => sum + (original_length ?? 0), 0);
  return { items: rows.length, archived };
}

/** The log of the database gives its room back only when it is emptied. */
export async function emptyLog({ database }: Context): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(database.kysely);
}
