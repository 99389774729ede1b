import path from 'node:path';
import type { Logger } from '../../base/logger.ts';
import { resolveInside } from '../../base/paths.ts';
import { leasesMigration } from '../../storage/leases.ts';
import { openDatabase } from '../../storage/open-database.ts';

/**
 * One process at a time, whichever memory each of them uses. The lock is the write lock of an empty database:
 * the system takes it back from a process that dies, which no file that merely exists would offer.
 */
export async function withBookLock<T>(
  place: { readonly root: string; readonly lockFolder: string; readonly logger: Logger },
  work: () => Promise<T>,
): Promise<T> {
  const folder = await resolveInside(place.root, place.lockFolder);
  const database = await openDatabase({
    file: path.join(folder, 'skillbook-lock.db'),
    migrations: [leasesMigration],
    logger: place.logger,
    busyTimeoutMs: 30_000,
  });
  try {
    return await database.transaction(work);
  } finally {
    await database.close();
  }
}
