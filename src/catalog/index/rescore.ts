import type { Database } from '../../storage/open-database.ts';
import { scoreTools } from './record-calls.ts';
import { raiseRevision, readState, writeState } from './store.ts';
import type { CatalogTables } from './tables.ts';

const dayMs = 86_400_000;

/** Recency fades without any call being made, so scores older than a day are worked out again. */
export async function rescoreWhenOld(database: Database<CatalogTables>, now: Date): Promise<void> {
  const scored = await readState(database.kysely, 'scored_at');
  if (scored !== undefined && now.getTime() - Date.parse(scored) < dayMs) return;
  await rescore(database, now);
}

/** Answers how many scores changed. */
export async function rescore(database: Database<CatalogTables>, now: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const changed = await scoreTools(tx, now);
    await writeState(tx, 'scored_at', now.toISOString());
    if (changed > 0) await raiseRevision(tx);
    return changed;
  });
}
