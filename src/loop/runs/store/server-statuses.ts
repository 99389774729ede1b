import { z } from 'zod';
import type { Database } from '../../../storage/open-database.ts';
import type { RunTables } from './tables.ts';

/** What an agent said about Ralph's server the last time that it was given it. */
export interface ServerStatus {
  readonly agent: string;
  readonly status: 'connected' | 'failed' | 'unknown';
  readonly message: string | null;
  readonly run_id: string;
}

const statusEvent = z.object({
  event: z.object({
    kind: z.literal('mcp_status'),
    server: z.string(),
    status: z.enum(['connected', 'failed', 'unknown']),
    message: z.string().optional(),
  }),
});
const mostEvents = 200;

/** The latest word of each agent on whether it took the MCP config of its session. */
export async function serverStatuses(database: Database<RunTables>): Promise<ServerStatus[]> {
  const rows = await database.kysely
    .selectFrom('run_events')
    .innerJoin('iterations', (join) =>
      join
        .onRef('iterations.run_id', '=', 'run_events.run_id')
        .onRef('iterations.number', '=', 'run_events.iteration'),
    )
    .select(['iterations.agent', 'run_events.event', 'run_events.run_id'])
    .where('run_events.event', 'like', '%"kind":"mcp_status"%')
    .orderBy('run_events.at', 'desc')
    .orderBy('run_events.seq', 'desc')
    .limit(mostEvents)
    .execute();
  const latest = new Map<string, ServerStatus>();
  for (const { agent, event, run_id } of rows) {
    const read = statusEvent.safeParse(JSON.parse(event));
    if (!read.success || read.data.event.server !== 'ralph' || latest.has(agent)) continue;
    const { status, message } = read.data.event;
    latest.set(agent, { agent, status, message: message ?? null, run_id });
  }
  return [...latest.values()];
}
