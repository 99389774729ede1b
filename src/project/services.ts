import type { Clock } from '../base/clock.ts';
import type { Database } from '../storage/open-database.ts';
import type { ProjectTables } from './tables.ts';

/** What the project's tools need from above them; `src/app` hands it in. */
export interface ProjectServices {
  readonly root: string;
  readonly clock: Clock;
  /** Opened on the first call. */
  database(): Promise<Database<ProjectTables>>;
}
