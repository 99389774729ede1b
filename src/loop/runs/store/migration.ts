import { sql } from 'kysely';
import type { Migration } from '../../../storage/migration.ts';

export const runsMigration: Migration = {
  id: '0004_runs',
  async up(tx, { types }) {
    await sql`CREATE TABLE runs (
      id TEXT PRIMARY KEY,
      options TEXT NOT NULL,
      started_by TEXT NOT NULL,
      status TEXT NOT NULL,
      phase TEXT,
      waiting TEXT,
      created_at TEXT NOT NULL,
      started_at TEXT,
      ended_at TEXT,
      exit_code INTEGER,
      reason TEXT,
      log_path TEXT NOT NULL,
      branch TEXT,
      worktree TEXT,
      input_tokens INTEGER NOT NULL DEFAULT 0,
      output_tokens INTEGER NOT NULL DEFAULT 0,
      cost_usd REAL,
      cancel_requested_by TEXT,
      approved_by TEXT,
      approved_findings TEXT NOT NULL DEFAULT '[]',
      undone_at TEXT,
      baseline TEXT,
      memory TEXT NOT NULL DEFAULT '{}'
    )`.execute(tx);
    // No reference to sessions or tasks: an iteration stays on record after they are gone.
    await sql`CREATE TABLE iterations (
      run_id TEXT NOT NULL REFERENCES runs (id),
      number INTEGER NOT NULL,
      attempt INTEGER NOT NULL,
      status TEXT NOT NULL,
      agent TEXT NOT NULL,
      session_id TEXT,
      task_id INTEGER,
      launch_id TEXT NOT NULL,
      started_at TEXT NOT NULL,
      ended_at TEXT,
      changed_files TEXT NOT NULL DEFAULT '[]',
      commits TEXT NOT NULL DEFAULT '[]',
      gates TEXT NOT NULL DEFAULT '[]',
      judgement TEXT,
      tampering TEXT NOT NULL DEFAULT '[]',
      verdict TEXT,
      rejection TEXT,
      input_tokens INTEGER NOT NULL DEFAULT 0,
      output_tokens INTEGER NOT NULL DEFAULT 0,
      cost_usd REAL,
      agent_ended TEXT,
      last_text TEXT NOT NULL DEFAULT '',
      memory TEXT NOT NULL,
      PRIMARY KEY (run_id, number, attempt)
    )`.execute(tx);
    await sql`CREATE TABLE run_events (
      run_id TEXT NOT NULL REFERENCES runs (id),
      seq INTEGER NOT NULL,
      iteration INTEGER,
      at TEXT NOT NULL,
      event TEXT NOT NULL,
      PRIMARY KEY (run_id, seq)
    )`.execute(tx);
    await tx.schema
      .createTable('run_notes')
      .addColumn('id', types.countedKey)
      .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('author', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('iteration', types.wholeNumber)
      .execute();
    await sql`CREATE INDEX runs_by_time ON runs (created_at)`.execute(tx);
    await sql`CREATE INDEX run_notes_by_run ON run_notes (run_id)`.execute(tx);
  },
};
