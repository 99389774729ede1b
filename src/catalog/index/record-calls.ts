import { sql } from 'kysely';
import type { Database } from '../../storage/open-database.ts';
import type { RecordedCall } from '../call/ports.ts';
import { tierScore, usageTier } from '../scores/tier-score.ts';
import { dayBefore, type Handle } from './store.ts';
import type { CatalogTables } from './tables.ts';

/** Single calls kept per tool; their sums stay for ever. */
const keptPerTool = 500;

/** Writes calls down and brings the records and scores of their tools up to date. */
export async function writeCalls(
  database: Database<CatalogTables>,
  calls: readonly RecordedCall[],
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const group of groupedByTool(calls)) {
      const [first] = group;
      const id = first && (await toolRow(tx, first.server, first.tool));
      if (id === undefined) continue;
      await writeGroup(tx, id, group);
      await forgetOldCalls(tx, id);
      await scoreTools(tx, now, id);
    }
  });
}

function groupedByTool(calls: readonly RecordedCall[]): RecordedCall[][] {
  const groups = new Map<string, RecordedCall[]>();
  for (const call of calls) {
    const key = `${call.server}/${call.tool}`;
    const group = groups.get(key) ?? [];
    if (group.length === 0) groups.set(key, group);
    group.push(call);
  }
  return [...groups.values()];
}

async function toolRow(db: Handle, server: string, tool: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('mcp_tools as tool')
    .innerJoin('mcp_servers as server', 'server.id', 'tool.server_id')
    .where('server.server_name', '=', server)
    .where('tool.tool_name', '=', tool)
    .select('tool.id')
    .executeTakeFirst();
  return row?.id;
}

async function writeGroup(
  db: Handle,
  toolId: number,
  calls: readonly RecordedCall[],
): Promise<void> {
  const rows = calls.map((call) => ({
    started_at: call.startedAt.toISOString(),
    latency_ms: Math.max(0, call.latencyMs),
    ok: call.ok ? 1 : 0,
    error_code: call.errorCode,
    session_id: call.sessionId,
  }));
  // Older ones would be forgotten at once. As one value: a value per field is what takes time with many rows.
  const kept = JSON.stringify(rows.slice(-keptPerTool));
  await sql`INSERT INTO mcp_invocations (tool_id, started_at, latency_ms, ok, error_code, session_id)
    SELECT ${toolId}, value ->> 'started_at', value ->> 'latency_ms', value ->> 'ok', value ->> 'error_code', value ->> 'session_id'
    FROM json_each(${kept}) ORDER BY key`.execute(db);
  const days = new Map<string, { calls: number; successes: number; latency_ms: number }>();
  for (const { started_at, latency_ms, ok } of rows) {
    const day = started_at.slice(0, 10);
    const sums = days.get(day) ?? { calls: 0, successes: 0, latency_ms: 0 };
    days.set(day, sums);
    sums.calls++;
    sums.successes += ok;
    sums.latency_ms += latency_ms;
  }
  for (const [day, sums] of days) await addToDay(db, toolId, day, sums);
  const successes = rows.reduce((sum, row) => sum + row.ok, 0);
  const latency = rows.reduce((sum, row) => sum + row.latency_ms, 0);
  await db
    .updateTable('mcp_tools')
    .set({
      total_invocations: sql<number>`total_invocations + ${rows.length}`,
      success_count: sql<number>`success_count + ${successes}`,
      avg_latency_ms: sql<number>`(coalesce(avg_latency_ms, 0) * total_invocations + ${latency}) / (total_invocations + ${rows.length})`,
      last_used_at: rows[rows.length - 1]?.started_at ?? null,
    })
    .where('id', '=', toolId)
    .execute();
}

async function addToDay(
  db: Handle,
  toolId: number,
  day: string,
  sums: { readonly calls: number; readonly successes: number; readonly latency_ms: number },
): Promise<void> {
  await db
    .insertInto('mcp_metrics')
    .values({ tool_id: toolId, day, ...sums })
    .onConflict((conflict) =>
      conflict.columns(['tool_id', 'day']).doUpdateSet({
        calls: sql<number>`mcp_metrics.calls + ${sums.calls}`,
        successes: sql<number>`mcp_metrics.successes + ${sums.successes}`,
        latency_ms: sql<number>`mcp_metrics.latency_ms + ${sums.latency_ms}`,
      }),
    )
    .execute();
}

async function forgetOldCalls(db: Handle, toolId: number): Promise<void> {
  const oldest = await db
    .selectFrom('mcp_invocations')
    .where('tool_id', '=', toolId)
    .select('id')
    .orderBy('id', 'desc')
    .offset(keptPerTool)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await db
    .deleteFrom('mcp_invocations')
    .where('tool_id', '=', toolId)
    .where('id', '<=', oldest.id)
    .execute();
}

/** Scores and tier labels from what is recorded, of one tool or of all. Answers how many changed. */
export async function scoreTools(db: Handle, now: Date, only?: number): Promise<number> {
  const uses = (days: number) =>
    sql<number>`coalesce((select sum(calls) from mcp_metrics where tool_id = mcp_tools.id and day >= ${dayBefore(now, days)}), 0)`;
  let query = db
    .selectFrom('mcp_tools')
    .select([
      'id',
      'tier',
      'tier_score',
      'total_invocations',
      'success_count',
      'avg_latency_ms',
      uses(7).as('uses_7'),
      uses(30).as('uses_30'),
    ]);
  if (only !== undefined) query = query.where('id', '=', only);
  let changed = 0;
  for (const row of await query.execute()) {
    const score = tierScore({
      totalInvocations: row.total_invocations,
      successCount: row.success_count,
      avgLatencyMs: row.avg_latency_ms,
      usesIn7Days: Number(row.uses_7),
      usesIn30Days: Number(row.uses_30),
    });
    const tier = usageTier(score);
    if (score === row.tier_score && tier === row.tier) continue;
    changed++;
    await db
      .updateTable('mcp_tools')
      .set({ tier_score: score, tier })
      .where('id', '=', row.id)
      .execute();
  }
  return changed;
}
