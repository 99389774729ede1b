import type { Param } from './definition.ts';
import { paramsOf, parseDefinition, type ToolDefinition } from './definition.ts';
import type { IndexedRow } from './store.ts';

/** A tool of a downstream server as tiers and search see it. Only its record changes, with its calls. */
export interface CatalogTool {
  readonly rowId: number;
  readonly id: string;
  readonly server: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly hash: string;
  readonly quarantine: string | null;
  readonly tier: string;
  tierScore: number;
  totalInvocations: number;
  successCount: number;
  avgLatencyMs: number | null;
  usesIn30Days: number;
  /** Read anew each time: most definitions are never looked at, and some are a megabyte. */
  definition(): ToolDefinition;
  /** The definition as the server sent it. */
  readonly rawDefinition: string;
  params(): readonly Param[];
}

export function catalogTool(row: IndexedRow): CatalogTool {
  let params: readonly Param[] | undefined;
  return {
    rowId: row.id,
    id: `${row.server_name}/${row.tool_name}`,
    server: row.server_name,
    name: row.tool_name,
    title: row.display_name,
    description: row.description,
    category: row.primary_category,
    hash: row.hash,
    quarantine: row.quarantine,
    tier: row.tier,
    tierScore: row.tier_score,
    totalInvocations: row.total_invocations,
    successCount: row.success_count,
    avgLatencyMs: row.avg_latency_ms,
    usesIn30Days: row.uses_30,
    rawDefinition: row.definition,
    definition: () => parseDefinition(row.definition),
    params() {
      params ??= paramsOf(parseDefinition(row.definition).inputSchema);
      return params;
    },
  };
}
