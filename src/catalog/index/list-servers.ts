import { sql } from 'kysely';
import type { Handle } from './store.ts';

export interface IndexedServer {
  readonly server: string;
  readonly title: string;
  readonly version: string;
  readonly active: boolean;
  readonly tools: number;
  readonly quarantined: number;
  readonly calls: number;
  readonly listed_at: string | null;
  readonly last_error: string | null;
}

/** The servers that have been asked for their tools, whether they answered or not. */
export async function listServers(db: Handle): Promise<IndexedServer[]> {
  const rows = await db
    .selectFrom('mcp_servers as server')
    .leftJoin('mcp_tools as tool', (join) =>
      join.onRef('tool.server_id', '=', 'server.id').on('tool.is_listed', '=', 1),
    )
    .groupBy('server.id')
    .select([
      'server.server_name',
      'server.display_name',
      'server.version',
      'server.is_active',
      'server.listed_at',
      'server.last_error',
      sql<number>`count(tool.id)`.as('tools'),
      sql<number>`count(tool.quarantine)`.as('quarantined'),
      sql<number>`coalesce(sum(tool.total_invocations), 0)`.as('calls'),
    ])
    .orderBy('server.server_name')
    .execute();
  return rows.map((row) => ({
    server: row.server_name,
    title: row.display_name,
    version: row.version,
    active: row.is_active === 1,
    tools: Number(row.tools),
    quarantined: Number(row.quarantined),
    calls: Number(row.calls),
    listed_at: row.listed_at,
    last_error: row.last_error,
  }));
}
