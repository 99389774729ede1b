import { type RawBuilder, sql } from 'kysely';
import { leasesMigration } from '../storage/leases.ts';
import type { Migration } from '../storage/migration.ts';
import { createSearchTables } from './search/tables.ts';

/** Every change a context database has gone through, in order. Append only. */
export const contextMigrations: readonly Migration[] = [
  leasesMigration,
  {
    id: '0002_items',
    async up(tx, { types }) {
      for (const statement of tables(types.countedKey)) await statement.execute(tx);
    },
  },
  { id: '0003_search', up: createSearchTables },
];

function tables(countedKey: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    sql`CREATE TABLE items (
    key ${countedKey},
    id TEXT NOT NULL UNIQUE,
    content TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    content_type TEXT NOT NULL CHECK (content_type IN
      ('task','iteration','skill','file','output','error')),
    state TEXT NOT NULL CHECK (state IN ('active','aging','summarized','archived')),
    created_at TEXT NOT NULL,
    created_iteration INTEGER NOT NULL,
    aged_from INTEGER NOT NULL,
    source TEXT NOT NULL,
    tags TEXT NOT NULL DEFAULT '[]',
    metadata TEXT NOT NULL DEFAULT '{}',
    usefulness_score REAL NOT NULL,
    usefulness_estimate REAL NOT NULL,
    access_count INTEGER NOT NULL DEFAULT 0,
    last_accessed TEXT,
    injected_count INTEGER NOT NULL DEFAULT 0,
    cited_count INTEGER NOT NULL DEFAULT 0,
    credit REAL NOT NULL DEFAULT 0,
    embedding_id TEXT,
    summary TEXT,
    original_length INTEGER,
    source_iteration INTEGER,
    source_run TEXT,
    source_task INTEGER,
    source_commit TEXT,
    source_project TEXT,
    cited_files TEXT NOT NULL DEFAULT '[]',
    trust REAL NOT NULL,
    supersedes TEXT,
    superseded_by TEXT,
    fixes TEXT,
    fixed_by TEXT,
    archived_in TEXT
  )`,
    // What the lifecycle asks each iteration: which items of a state have become old enough.
    sql`CREATE INDEX items_by_age ON items(state, aged_from)
      WHERE content_type <> 'skill' AND (content_type <> 'error' OR fixed_by IS NOT NULL)`,
    sql`CREATE INDEX items_by_type ON items(content_type, created_iteration)`,
    sql`CREATE INDEX items_by_usefulness ON items(usefulness_estimate)`,
    sql`CREATE INDEX items_by_content ON items(content_hash)`,
    sql`CREATE INDEX items_by_archive ON items(archived_in) WHERE archived_in IS NOT NULL`,
    sql`CREATE INDEX items_open_errors ON items(source_run, source_task)
      WHERE content_type = 'error' AND fixed_by IS NULL`,
    sql`CREATE TABLE feedback (
    id ${countedKey},
    item_id TEXT NOT NULL,
    helpful INTEGER NOT NULL CHECK (helpful IN (0, 1)),
    reason TEXT NOT NULL DEFAULT '',
    author TEXT NOT NULL,
    session_id TEXT,
    at TEXT NOT NULL
  )`,
    sql`CREATE INDEX feedback_by_item ON feedback(item_id, id)`,
    sql`CREATE TABLE injections (
    id ${countedKey},
    run_id TEXT NOT NULL,
    iteration INTEGER NOT NULL,
    session_id TEXT,
    item_id TEXT NOT NULL,
    held_out INTEGER NOT NULL CHECK (held_out IN (0, 1)),
    cited INTEGER NOT NULL DEFAULT 0 CHECK (cited IN (0, 1)),
    verdict INTEGER CHECK (verdict IN (0, 1)),
    at TEXT NOT NULL,
    UNIQUE (run_id, iteration, item_id)
  )`,
    sql`CREATE INDEX injections_by_item ON injections(item_id, id)`,
    sql`CREATE INDEX injections_by_verdict ON injections(held_out, verdict)`,
    sql`CREATE TABLE memory_state (name TEXT PRIMARY KEY, value INTEGER NOT NULL)`,
  ];
}
