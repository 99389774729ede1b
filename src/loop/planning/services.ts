import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { ProjectTables } from '../../project/tables.ts';
import type { SessionServices } from '../../session/services.ts';
import type { LeaseSchema } from '../../storage/leases.ts';
import type { Database } from '../../storage/open-database.ts';

export type PlanningTables = ProjectTables & LeaseSchema;

/** What planning in one root needs from around it. */
export interface PlanningServices {
  readonly root: string;
  /** The user's own folder for Ralph, where snapshots are out of an agent's reach. */
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly env: Readonly<Record<string, string | undefined>>;
  database(): Promise<Database<PlanningTables>>;
  /** Sessions whose tools write into this copy of the project. */
  sessionsOf(copy: string): SessionServices;
  copyDatabase(target: string): Promise<void>;
  openCopy(copy: string): Promise<Database<PlanningTables>>;
}
