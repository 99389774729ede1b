import type { Generated } from 'kysely';

/** Columns that hold JSON are text here; the stores parse and print them. */
type Json = string;

export interface ServerTable {
  id: Generated<number>;
  server_name: string;
  display_name: string;
  version: Generated<string>;
  /** How it is reached; another value means that it may be another program. */
  fingerprint: Generated<string>;
  /** It is configured and switched on. */
  is_active: number;
  listed_at: Generated<string | null>;
  last_error: Generated<string | null>;
}

export interface ToolTable {
  id: Generated<number>;
  server_id: number;
  tool_name: string;
  display_name: string;
  description: string;
  /** The pinned definition, whole and as the server sent it. */
  definition: Json;
  hash: string;
  primary_category: string;
  /** Still listed by its server. What is not keeps its row, because its calls are history. */
  is_listed: number;
  /** Why it may not be used; null when it may. */
  quarantine: Generated<string | null>;
  /** What the server sends now, where that is not what was pinned. */
  pending_definition: Generated<Json | null>;
  pending_hash: Generated<string | null>;
  tier: Generated<string>;
  tier_score: Generated<number>;
  total_invocations: Generated<number>;
  success_count: Generated<number>;
  avg_latency_ms: Generated<number | null>;
  last_used_at: Generated<string | null>;
  first_seen_at: string;
  updated_at: string;
}

export interface CategoryTable {
  category_name: string;
  display_name: string;
  description: string;
  sort_order: number;
}

export interface InvocationTable {
  id: Generated<number>;
  tool_id: number;
  started_at: string;
  latency_ms: number;
  ok: number;
  error_code: string | null;
  session_id: string | null;
}

/** The calls of a tool on one day. Single calls are forgotten, these stay. */
export interface MetricTable {
  tool_id: number;
  day: string;
  calls: number;
  successes: number;
  latency_ms: number;
}

export interface VectorTable {
  tool_id: number;
  model: string;
  /** Of the texts that were embedded. */
  text_hash: string;
  vector: Uint8Array;
  coherence: number | null;
}

export interface TierCacheTable {
  tier: string;
  key: string;
  revision: number;
  created_at: string;
  answer: Json;
}

export interface TierUseTable {
  tier: string;
  hits: number;
  misses: number;
}

export interface StateTable {
  name: string;
  value: string;
}

/** Named as in the tier design: other programs may read them. */
export interface CatalogTables {
  mcp_servers: ServerTable;
  mcp_tools: ToolTable;
  mcp_categories: CategoryTable;
  mcp_invocations: InvocationTable;
  mcp_metrics: MetricTable;
  mcp_vectors: VectorTable;
  mcp_tier_cache: TierCacheTable;
  mcp_tier_use: TierUseTable;
  mcp_state: StateTable;
}
