import { sql } from 'kysely';
import type { Migration } from '../storage/migration.ts';

export const sessionMigration: Migration = {
  id: '0003_sessions',
  async up(tx) {
    // No reference to tasks: a session stays on record after its task is gone.
    await sql`CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      recipe TEXT NOT NULL,
      base_recipe TEXT NOT NULL,
      discipline TEXT,
      feature TEXT,
      task_id INTEGER,
      plan TEXT NOT NULL,
      token_hash TEXT NOT NULL UNIQUE,
      created_at TEXT NOT NULL
    )`.execute(tx);
  },
};
