import { sql } from 'kysely';
import { errorMessage } from '../../base/errors.ts';
import type { Context } from '../context.ts';
import { keepInArchive, listArchives } from '../store/archives.ts';
import { pruneForRoom } from './prune-for-room.ts';

const megabyte = 1_048_576;
/** Pruning goes a little below the limit, so that it is not needed again at once. */
const goal = 0.9;
/** Items that go in one round: as many as are too many if all are of one size, within these bounds. */
const fewest = 1;
const most = 1_000;
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
 * Brings the memory below `max_size_mb`: first what can be made again goes, then what archives hold of items that
 * are not archived any more, then what is worth least.
 */
export async function limitSize(context: Context): Promise<{ pruned: number }> {
  const limit = context.settings.storage.max_size_mb * megabyte;
  const size = async () => {
    const { used, archives } = await storeSize(context);
    return used + archives;
  };
  const before = await size();
  if (before <= limit) return { pruned: 0 };
  // Vectors of texts seen before cost only the time to make them again.
  await sql`delete from embedding_cache`.execute(context.database.kysely);
  if ((await size()) > limit * goal) await shrinkArchives(context);
  let pruned = 0;
  let inArchives = 0;
  for (let round = 0; round < mostRounds; round++) {
    const left = (await size()) - inArchives;
    if (left <= limit * goal) break;
    const { documents } = await context.index.stats();
    const surplus = Math.ceil(documents * (1 - (limit * goal) / left));
    const gone = await pruneForRoom(context, Math.min(most, Math.max(fewest, surplus)));
    if (gone.items === 0) break;
    pruned += gone.items;
    inArchives += gone.archived;
  }
  if (inArchives > 0) await shrinkArchives(context);
  const after = await size();
  const { max_size_mb } = context.settings.storage;
  if (after >= before) {
    const what = 'the memory is larger than its limit, and holds only what is never pruned';
    context.logger.warn(what, { max_size_mb });
    return { pruned };
  }
  context.logger.warn('the memory reached its size limit and was pruned', {
    max_size_mb,
    items: pruned,
  });
  await giveBackPages(context);
  return { pruned };
}

/** Archives keep only what a row still needs of them, the rest being of items pruned or restored since. */
async function shrinkArchives(context: Context): Promise<void> {
  for (const { name } of await listArchives(context)) {
    try {
      // Whoever archives does it under the same lock, so that nothing is added meanwhile.
      await context.database.transaction(async (tx) => {
        const rows = await tx
          .selectFrom('items')
          .select('id')
          .where('archived_in', '=', name)
          .execute();
        await keepInArchive(context, name, new Set(rows.map(({ id }) => id)));
      });
    } catch (thrown) {
      context.logger.warn('an archive keeps its size for now', {
        archive: name,
        reason: errorMessage(thrown),
      });
    }
  }
}

async function giveBackPages({ database, logger }: Context): Promise<void> {
  try {
    await sql`vacuum`.execute(database.kysely);
  } catch (thrown) {
    // Another process is reading, or there is no room for the copy: the pages are reused instead.
    logger.debug('the database file keeps its size for now', { reason: String(thrown) });
  }
}
