import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Database } from '../storage/open-database.ts';
import type { ToolCaller } from './call/tool-caller.ts';
import type { CatalogSettings } from './config.ts';
import type { ServerPool } from './connections/server-pool.ts';
import type { Catalog } from './index/catalog.ts';
import type { CatalogTables } from './index/tables.ts';

/** What the catalog's tools need from above them; `src/app` hands it in. */
export interface CatalogServices {
  readonly root: string;
  readonly clock: Clock;
  readonly logger: Logger;
  settings(): Promise<CatalogSettings>;
  database(): Promise<Database<CatalogTables>>;
  /** The index. Asking it never starts a server. */
  catalog(): Promise<Catalog>;
  pool(): Promise<ServerPool>;
  calls(): ToolCaller;
}
