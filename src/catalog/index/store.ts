import { type Kysely, sql } from 'kysely';
import type { CatalogTables } from './tables.ts';

/** The database or a transaction of it. */
export type Handle = Kysely<CatalogTables>;

/** A tool with its server and its record, as the index is read into memory. */
export interface IndexedRow {
  readonly id: number;
  readonly server_name: string;
  readonly tool_name: string;
  readonly display_name: string;
  readonly description: string;
  readonly definition: string;
  readonly hash: string;
  readonly primary_category: string;
  readonly quarantine: string | null;
  readonly tier: string;
  readonly tier_score: number;
  readonly total_invocations: number;
  readonly success_count: number;
  readonly avg_latency_ms: number | null;
  readonly uses_30: number;
}

/** Changes with everything that tiers and search show, so that caches know when they are old. */
export async function readRevision(db: Handle): Promise<number> {
  const row = await db
    .selectFrom('mcp_state')
    .select('value')
    .where('name', '=', 'revision')
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

export async function raiseRevision(db: Handle): Promise<void> {
  await writeState(db, 'revision', String((await readRevision(db)) + 1));
}

export async function readState(db: Handle, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('mcp_state')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

export async function writeState(db: Handle, name: string, value: string): Promise<void> {
  await db
    .insertInto('mcp_state')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Every tool that active servers list now, those in quarantine too. */
export function listedTools(db: Handle) {
  return db
    .selectFrom('mcp_tools as tool')
    .innerJoin('mcp_servers as server', 'server.id', 'tool.server_id')
    .where('server.is_active', '=', 1)
    .where('tool.is_listed', '=', 1);
}

export async function readTools(db: Handle, since30Days: string): Promise<readonly IndexedRow[]> {
  const rows = await listedTools(db)
    .select([
      'tool.id',
      'server.server_name',
      'tool.tool_name',
      'tool.display_name',
      'tool.description',
      'tool.definition',
      'tool.hash',
      'tool.primary_category',
      'tool.quarantine',
      'tool.tier',
      'tool.tier_score',
      'tool.total_invocations',
      'tool.success_count',
      'tool.avg_latency_ms',
    ])
    .orderBy('server.server_name')
    .orderBy('tool.tool_name')
    .execute();
  const uses = await usesSince(db, since30Days);
  return rows.map((row) => ({ ...row, uses_30: uses.get(row.id) ?? 0 }));
}

export async function usesSince(db: Handle, day: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('mcp_metrics')
    .where('day', '>=', day)
    .groupBy('tool_id')
    .select(['tool_id', sql<number>`sum(calls)`.as('calls')])
    .execute();
  return new Map(rows.map(({ tool_id, calls }) => [tool_id, Number(calls)]));
}

/** The day so many days before, as metrics name it. */
export function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
}
