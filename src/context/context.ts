import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Embedder } from '../embedding/embedder.ts';
import type { Database } from '../storage/open-database.ts';
import type { BackgroundWork } from './background-work.ts';
import type { ContextSettings } from './config.ts';
import type { Summarizer } from './lifecycle/summarize-text.ts';
import type { SearchIndex } from './search/search-index.ts';
import type { RecentItems } from './store/recent-items.ts';
import type { ContextTables } from './tables.ts';

/** An open memory: what every operation on it gets. */
export interface Context {
  readonly root: string;
  readonly settings: ContextSettings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly database: Database<ContextTables>;
  readonly index: SearchIndex;
  readonly embedder: Embedder;
  readonly background: BackgroundWork;
  /** Where its files lie; undefined for a memory that ends with the process. */
  readonly folder: string | undefined;
  readonly recent: RecentItems;
  readonly summarizer: Summarizer | undefined;
  close(): Promise<void>;
}
