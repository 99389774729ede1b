import { sql } from 'kysely';
import { type Clock, systemClock } from '../base/clock.ts';
import { errorMessage } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { createEmbedder } from '../embedding/create-embedder.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { openDatabase } from '../storage/open-database.ts';
import { backgroundWork } from './background-work.ts';
import type { ContextSettings } from './config.ts';
import type { Context } from './context.ts';
import type { Summarizer } from './lifecycle/summarize-text.ts';
import { contextMigrations } from './migration.ts';
import { finishRebuild } from './rebuild-index.ts';
import { sqliteEmbeddingCache } from './search/embedding-cache.ts';
import { createSearchIndex } from './search/search-index.ts';
import { keepReserve, releaseReserveIfFull } from './store/disk-reserve.ts';
import { makeFolder } from './store/make-folder.ts';
import { contextFolder, databaseFile } from './store/place.ts';
import { recentItems } from './store/recent-items.ts';
import type { ContextTables } from './tables.ts';

export interface OpenContextOptions {
  readonly root: string;
  readonly settings: ContextSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** The run that a memory of one session belongs to. */
  readonly runId?: string | undefined;
  /** Instead of the one that the settings name. */
  readonly embedder?: Embedder | undefined;
  readonly summarizer?: Summarizer | undefined;
}

/** Opens the memory that the settings name, making it when there is none. Loads no model. */
export async function openContext(options: OpenContextOptions): Promise<Context> {
  const { root, settings, env, logger, clock = systemClock } = options;
  const folder = await contextFolder({
    root,
    storage: settings.storage,
    env,
    runId: options.runId,
  });
  if (folder !== undefined) {
    await makeFolder(folder);
    await releaseReserveIfFull(folder);
  }
  const database = await openDatabase<ContextTables>({
    file: databaseFile(folder),
    migrations: contextMigrations,
    logger,
    clock,
  });
  try {
    const words = createSearchIndex(database, { logger });
    const lance = await lanceFor(options, folder, database, words);
    const index = lance ?? words;
    const embedder =
      options.embedder ??
      createEmbedder(settings.embeddings, {
        env,
        logger,
        ...(settings.embeddings.cache_embeddings && {
          cache: sqliteEmbeddingCache(database.kysely),
        }),
      });
    const recent = recentItems(folder, logger);
    const background = backgroundWork();
    const context: Context = {
      root,
      settings,
      clock,
      logger,
      database,
      index,
      embedder,
      background,
      folder,
      recent,
      summarizer: settings.lifecycle.summarizer === 'agent' ? options.summarizer : undefined,
      async close() {
        await recent.flush();
        await background.close();
        await embedder.close();
        lance?.close();
        await database.close();
      },
    };
    await finishRebuild(context).catch((thrown: unknown) => {
      // What is indexed by now can be searched, and what is readable can be taken out.
      logger.warn('the search index is not complete', { reason: errorMessage(thrown) });
    });
    if (folder !== undefined) {
      // A log of at most a megabyte: on a full disk the reserve must be able to take it in.
      await sql`pragma wal_autocheckpoint = 256`.execute(database.kysely);
      await keepReserve(folder);
    }
    return context;
  } catch (thrown) {
    await database.close();
    throw thrown;
  }
}

/** LanceDB is a heavy package that few have: it is looked for only where it is asked for. */
async function lanceFor(
  { root, settings }: OpenContextOptions,
  folder: string | undefined,
  database: Context['database'],
  words: Context['index'],
) {
  if (settings.storage.backend !== 'lancedb' || folder === undefined) return undefined;
  const { lanceSearchIndex } = await import('./store/lance-index.ts');
  return lanceSearchIndex({ root, folder, database, words });
}
