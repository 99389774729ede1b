import { type RawBuilder, sql } from 'kysely';
import type { Migration } from '../storage/migration.ts';
import { taskIndex } from './store/search.ts';

/** The tables of the project: what agents and people know about the work. */
export const projectMigration: Migration = {
  id: '0002_project',
  async up(tx, dialect) {
    const { countedKey } = dialect.types;
    for (const statement of tables(countedKey)) await statement.execute(tx);
    await dialect.fullText.create(tx, taskIndex);
  },
};

function tables(countedKey: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    sql`CREATE TABLE metadata (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    title TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    created_at TEXT NOT NULL
  )`,
    sql`CREATE TABLE features (
    name TEXT PRIMARY KEY,
    display_name TEXT NOT NULL,
    normalised_name TEXT NOT NULL UNIQUE,
    acronym TEXT UNIQUE,
    description TEXT NOT NULL DEFAULT '',
    architecture TEXT NOT NULL DEFAULT '',
    boundaries TEXT NOT NULL DEFAULT '',
    knowledge_paths TEXT NOT NULL DEFAULT '[]',
    context_files TEXT NOT NULL DEFAULT '[]',
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
    sql`CREATE TABLE feature_dependencies (
    feature TEXT NOT NULL REFERENCES features(name) ON DELETE CASCADE ON UPDATE CASCADE,
    depends_on TEXT NOT NULL REFERENCES features(name) ON DELETE RESTRICT ON UPDATE CASCADE,
    PRIMARY KEY (feature, depends_on),
    CHECK (feature <> depends_on)
  )`,
    sql`CREATE TABLE disciplines (
    name TEXT PRIMARY KEY,
    display_name TEXT NOT NULL,
    acronym TEXT UNIQUE,
    icon TEXT NOT NULL,
    color TEXT NOT NULL,
    system_prompt TEXT NOT NULL DEFAULT '',
    conventions TEXT NOT NULL DEFAULT '',
    skills TEXT NOT NULL DEFAULT '[]',
    mcp_servers TEXT NOT NULL DEFAULT '{}',
    mcp_tool_overrides TEXT NOT NULL DEFAULT '{}',
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
    sql`CREATE TABLE tasks (
    id ${countedKey},
    feature TEXT NOT NULL REFERENCES features(name) ON DELETE RESTRICT ON UPDATE CASCADE,
    discipline TEXT NOT NULL REFERENCES disciplines(name) ON DELETE RESTRICT ON UPDATE CASCADE,
    title TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL CHECK (status IN
      ('draft','pending','in_progress','done','blocked','skipped','needs_input','failed')),
    priority INTEGER NOT NULL DEFAULT 1 CHECK (priority BETWEEN 0 AND 3),
    position INTEGER,
    tags TEXT NOT NULL DEFAULT '[]',
    acceptance_criteria TEXT NOT NULL DEFAULT '[]',
    context_files TEXT NOT NULL DEFAULT '[]',
    output_artifacts TEXT NOT NULL DEFAULT '[]',
    hints TEXT NOT NULL DEFAULT '',
    estimated_turns INTEGER,
    provenance TEXT NOT NULL CHECK (provenance IN ('agent','human','system')),
    pseudocode TEXT NOT NULL DEFAULT '',
    enriched_at TEXT,
    status_reason TEXT NOT NULL DEFAULT '',
    summary TEXT NOT NULL DEFAULT '',
    evidence TEXT NOT NULL DEFAULT '[]',
    criteria_results TEXT NOT NULL DEFAULT '[]',
    reopen_requested TEXT NOT NULL DEFAULT '',
    superseded_by TEXT NOT NULL DEFAULT '[]',
    discovered_from INTEGER REFERENCES tasks(id) ON DELETE SET NULL,
    external_id TEXT UNIQUE,
    external_data TEXT NOT NULL DEFAULT '{}',
    claimed_by TEXT,
    claim_token INTEGER NOT NULL DEFAULT 0,
    claim_expires_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    completed_at TEXT
  )`,
    sql`CREATE INDEX tasks_by_feature ON tasks(feature, id)`,
    sql`CREATE INDEX tasks_by_status ON tasks(status, id)`,
    sql`CREATE INDEX tasks_by_title ON tasks(feature, lower(title))`,
    sql`CREATE INDEX tasks_by_discipline ON tasks(discipline, id)`,
    sql`CREATE INDEX tasks_by_readiness ON tasks(status, priority DESC, (position IS NULL), position, id)`,
    sql`CREATE TABLE task_dependencies (
    task_id INTEGER NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
    depends_on INTEGER NOT NULL REFERENCES tasks(id) ON DELETE RESTRICT,
    PRIMARY KEY (task_id, depends_on),
    CHECK (task_id <> depends_on)
  )`,
    sql`CREATE INDEX task_dependents ON task_dependencies(depends_on, task_id)`,
    sql`CREATE TABLE task_comments (
    id ${countedKey},
    task_id INTEGER NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('note','handoff','blocker','question','answer')),
    author TEXT NOT NULL,
    session_id TEXT,
    discipline TEXT,
    priority INTEGER CHECK (priority BETWEEN 0 AND 3),
    body TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT
  )`,
    sql`CREATE INDEX comments_by_task ON task_comments(task_id, id)`,
    sql`CREATE TABLE questions (
    id ${countedKey},
    task_id INTEGER REFERENCES tasks(id) ON DELETE CASCADE,
    session_id TEXT,
    author TEXT NOT NULL,
    question TEXT NOT NULL,
    blocking INTEGER NOT NULL CHECK (blocking IN (0, 1)),
    answer TEXT,
    answered_by TEXT,
    created_at TEXT NOT NULL,
    answered_at TEXT
  )`,
    sql`CREATE INDEX questions_by_task ON questions(task_id, id)`,
    sql`CREATE TABLE learnings (
    id ${countedKey},
    feature TEXT NOT NULL REFERENCES features(name) ON DELETE CASCADE ON UPDATE CASCADE,
    text TEXT NOT NULL,
    source TEXT NOT NULL CHECK (source IN ('auto','agent','human','opus_reviewed')),
    reason TEXT NOT NULL DEFAULT '',
    task_id INTEGER REFERENCES tasks(id) ON DELETE SET NULL,
    author TEXT NOT NULL,
    session_id TEXT,
    hit_count INTEGER NOT NULL DEFAULT 1,
    reviewed INTEGER NOT NULL DEFAULT 0 CHECK (reviewed IN (0, 1)),
    conflicts_with INTEGER REFERENCES learnings(id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    last_hit_at TEXT NOT NULL
  )`,
    sql`CREATE INDEX learnings_by_feature ON learnings(feature, hit_count DESC, id)`,
    sql`CREATE TABLE events (
    id ${countedKey},
    at TEXT NOT NULL,
    author TEXT NOT NULL,
    session_id TEXT,
    tool TEXT NOT NULL,
    entity TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    action TEXT NOT NULL,
    before TEXT,
    after TEXT
  )`,
    sql`CREATE INDEX events_by_entity ON events(entity, entity_id, id)`,
    sql`CREATE TABLE session_signals (
    id ${countedKey},
    session_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    data TEXT NOT NULL DEFAULT '{}',
    created_at TEXT NOT NULL
  )`,
    sql`CREATE INDEX signals_by_session ON session_signals(session_id, id)`,
    sql`CREATE TABLE imported_documents (
    name TEXT PRIMARY KEY,
    format TEXT NOT NULL,
    data TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  ];
}
