import type { Clock } from '../base/clock.ts';
import type { HotTool } from '../catalog/tiers/session-hot-list.ts';
import type { RecallRequest, SessionContext } from '../context/session-context.ts';
import type { ProjectTables } from '../project/tables.ts';
import type { Database } from '../storage/open-database.ts';
import type { Registry } from '../tool/registry.ts';
import type { SessionIdentity } from '../tool/tool.ts';
import type { ServerEntry, SessionSettings } from './settings.ts';
import type { SessionTables } from './tables.ts';

/** What sessions need from above them; `src/app` hands it in. */
export interface SessionServices {
  readonly root: string;
  readonly clock: Clock;
  registry(): Promise<Registry>;
  settings(): Promise<SessionSettings>;
  /** Looks without making one. */
  hasDatabase(): Promise<boolean>;
  database(): Promise<Database<ProjectTables & SessionTables>>;
  /** The downstream tools that a session sees first; asked only when there is a catalog. */
  hotList(request: {
    readonly session: SessionIdentity;
    readonly work: string;
  }): Promise<readonly HotTool[]>;
  /** What the memory has to say to a session; asked only when there is one, and never throws. */
  recall(request: RecallRequest): Promise<SessionContext>;
  /** How an agent starts `ralph mcp` for a session of this root, as part of a run or not. */
  server(sessionId: string, runId: string | undefined): Promise<ServerEntry>;
}
