import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../storage/dialect.ts';
import type { Migration } from '../../storage/migration.ts';

/** The index of what downstream servers offer, and what became of the calls. */
export const catalogMigration: Migration = {
  id: '0005_catalog',
  async up(tx, dialect) {
    for (const statement of tables(dialect.types)) await statement.execute(tx);
  },
};

function tables({ countedKey, bytes }: Dialect['types']): RawBuilder<unknown>[] {
  return [
    sql`CREATE TABLE mcp_servers (
    id ${countedKey},
    server_name TEXT NOT NULL UNIQUE,
    display_name TEXT NOT NULL,
    version TEXT NOT NULL DEFAULT '',
    fingerprint TEXT NOT NULL DEFAULT '',
    is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
    listed_at TEXT,
    last_error TEXT
  )`,
    sql`CREATE TABLE mcp_tools (
    id ${countedKey},
    server_id INTEGER NOT NULL REFERENCES mcp_servers(id) ON DELETE CASCADE,
    tool_name TEXT NOT NULL,
    display_name TEXT NOT NULL,
    description TEXT NOT NULL,
    definition TEXT NOT NULL,
    hash TEXT NOT NULL,
    primary_category TEXT NOT NULL,
    is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1)),
    quarantine TEXT,
    pending_definition TEXT,
    pending_hash TEXT,
    tier TEXT NOT NULL DEFAULT 'cold' CHECK (tier IN ('hot', 'warm', 'standard', 'cold')),
    tier_score REAL NOT NULL DEFAULT 0.2,
    total_invocations INTEGER NOT NULL DEFAULT 0,
    success_count INTEGER NOT NULL DEFAULT 0,
    avg_latency_ms REAL,
    last_used_at TEXT,
    first_seen_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (server_id, tool_name)
  )`,
    sql`CREATE INDEX mcp_tools_by_category ON mcp_tools(primary_category, tier_score DESC)`,
    sql`CREATE TABLE mcp_categories (
    category_name TEXT PRIMARY KEY,
    display_name TEXT NOT NULL,
    description TEXT NOT NULL,
    sort_order INTEGER NOT NULL
  )`,
    sql`CREATE TABLE mcp_invocations (
    id ${countedKey},
    tool_id INTEGER NOT NULL REFERENCES mcp_tools(id) ON DELETE CASCADE,
    started_at TEXT NOT NULL,
    latency_ms REAL NOT NULL,
    ok INTEGER NOT NULL CHECK (ok IN (0, 1)),
    error_code TEXT,
    session_id TEXT
  )`,
    sql`CREATE INDEX mcp_invocations_by_tool ON mcp_invocations(tool_id, id)`,
    sql`CREATE TABLE mcp_metrics (
    tool_id INTEGER NOT NULL REFERENCES mcp_tools(id) ON DELETE CASCADE,
    day TEXT NOT NULL,
    calls INTEGER NOT NULL,
    successes INTEGER NOT NULL,
    latency_ms REAL NOT NULL,
    PRIMARY KEY (tool_id, day)
  )`,
    sql`CREATE INDEX mcp_metrics_by_day ON mcp_metrics(day, tool_id)`,
    sql`CREATE TABLE mcp_vectors (
    tool_id INTEGER NOT NULL REFERENCES mcp_tools(id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    vector ${bytes} NOT NULL,
    coherence REAL,
    PRIMARY KEY (tool_id, model)
  )`,
    sql`CREATE TABLE mcp_tier_cache (
    tier TEXT NOT NULL,
    key TEXT NOT NULL,
    revision INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (tier, key)
  )`,
    sql`CREATE TABLE mcp_tier_use (
    tier TEXT PRIMARY KEY,
    hits INTEGER NOT NULL,
    misses INTEGER NOT NULL
  )`,
    sql`CREATE TABLE mcp_state (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  )`,
  ];
}
