import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { listArchives, removeArchive } from '../store/archives.ts';
import { pruneForRoom } from './prune-for-room.ts';

const megabyte = 1_048_576;
/** Pruning goes a little below the limit, so that it is not needed again at once. */
const goal = 0.9;
const batch = 100;
/** More rounds than this in one go would keep an iteration waiting; the next one goes on. */
const mostRounds = 50;

export interface StoreSize {
  /** What the database needs; free pages inside its file do not count. */
  readonly used: number;
  readonly free: number;
  readonly archives: number;
}

export async function storeSize(context: Context): Promise<StoreSize> {
  const { kysely } = context.database;
  const { rows } = await sql<{ pages: number; free: number; size: number }>`
    select page_count as pages, freelist_count as free, page_size as size
    from pragma_page_count, pragma_freelist_count, pragma_page_size`.execute(kysely);
  const { pages = 0, free = 0, size = 0 } = rows[0] ?? {};
  const archives = (await listArchives(context)).reduce((sum, { bytes }) => sum + bytes, 0);
  return { used: (pages - free) * size, free: free * size, archives };
}

/**
 * Brings the memory below `max_size_mb`: first what can be made again goes, then archives of items long pruned,
 * then what is worth least.
 */
export async function limitSize(
  context: Context,
): Promise<{ pruned: number; archivesRemoved: number }> {
  const limit = context.settings.storage.max_size_mb * megabyte;
  const size = async () => {
    const { used, archives } = await storeSize(context);
    return used + archives;
  };
  if ((await size()) <= limit) return { pruned: 0, archivesRemoved: 0 };
  // Vectors of texts seen before cost only the time to make them again.
  await sql`delete from embedding_cache`.execute(context.database.kysely);
  let archivesRemoved = await removeForgottenArchives(context, limit * goal, size);
  let pruned = 0;
  for (let round = 0; round < mostRounds && (await size()) > limit * goal; round++) {
    const gone = await pruneForRoom(context, batch);
    if (gone === 0) break;
    pruned += gone;
    archivesRemoved += await removeForgottenArchives(context, limit * goal, size);
  }
  context.logger.warn('the memory reached its size limit and was pruned', {
    max_size_mb: context.settings.storage.max_size_mb,
    items: pruned,
    archives: archivesRemoved,
  });
  await giveBackPages(context);
  return { pruned, archivesRemoved };
}

/** Archives that no row needs any more hold nothing but pruned items; the oldest go first. */
async function removeForgottenArchives(
  context: Context,
  limit: number,
  size: () => Promise<number>,
): Promise<number> {
  let removed = 0;
  for (const { name } of await listArchives(context)) {
    if ((await size()) <= limit) break;
    const needed = await context.database.kysely
      .selectFrom('items')
      .select('key')
      .where('archived_in', '=', name)
      .limit(1)
      .executeTakeFirst();
    if (needed) continue;
    await removeArchive(context, name);
    removed++;
  }
  return removed;
}

async function giveBackPages({ database, logger }: Context): Promise<void> {
  try {
    await sql`vacuum`.execute(database.kysely);
  } catch (thrown) {
    // Another process is reading, or there is no room for the copy: the pages are reused instead.
    logger.debug('the database file keeps its size for now', { reason: String(thrown) });
  }
}
