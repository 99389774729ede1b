import type { CatalogTool } from './catalog-tool.ts';
import type { Handle } from './store.ts';

export interface ToolPerformance {
  readonly avg_latency_ms: number | null;
  readonly p95_latency_ms: number | null;
  readonly success_rate: number | null;
  readonly total_invocations: number;
}

/** How a tool has done so far; the percentile is that of its last calls. */
export async function performanceOf(db: Handle, tool: CatalogTool): Promise<ToolPerformance> {
  const { totalInvocations, successCount, avgLatencyMs } = tool;
  if (totalInvocations === 0) {
    return { avg_latency_ms: null, p95_latency_ms: null, success_rate: null, total_invocations: 0 };
  }
  const rows = await db
    .selectFrom('mcp_invocations')
    .where('tool_id', '=', tool.rowId)
    .select('latency_ms')
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  const sorted = rows.map(({ latency_ms }) => latency_ms).sort((a, b) => a - b);
  const p95 = sorted[Math.max(0, Math.ceil(0.95 * sorted.length) - 1)];
  return {
    avg_latency_ms: avgLatencyMs === null ? null : Math.round(avgLatencyMs),
    p95_latency_ms: p95 === undefined ? null : Math.round(p95),
    success_rate: Math.round((1_000 * successCount) / totalInvocations) / 10,
    total_invocations: totalInvocations,
  };
}
