import type { Generated } from 'kysely';
import type { LeaseSchema } from '../storage/leases.ts';

/** Columns that hold JSON are text here; the store parses and prints them. */
export interface ItemTable {
  key: Generated<number>;
  id: string;
  /** Raw; empty once an archive holds it. The search index keeps its words either way. */
  content: string;
  content_hash: string;
  content_type: string;
  state: string;
  created_at: string;
  created_iteration: number;
  /** The iteration its age counts from: that of its creation, or of its last return from the archive. */
  aged_from: number;
  source: string;
  tags: string;
  metadata: string;
  usefulness_score: number;
  usefulness_estimate: number;
  access_count: number;
  last_accessed: string | null;
  injected_count: number;
  cited_count: number;
  credit: number;
  embedding_id: string | null;
  summary: string | null;
  original_length: number | null;
  source_iteration: number | null;
  source_run: string | null;
  source_task: number | null;
  source_commit: string | null;
  source_project: string | null;
  cited_files: string;
  trust: number;
  supersedes: string | null;
  superseded_by: string | null;
  fixes: string | null;
  fixed_by: string | null;
  archived_in: string | null;
}

export interface FeedbackTable {
  id: Generated<number>;
  item_id: string;
  helpful: number;
  reason: string;
  author: string;
  session_id: string | null;
  at: string;
}

/** One item in one prompt, or left out of it on purpose, and how that iteration ended. */
export interface InjectionTable {
  id: Generated<number>;
  run_id: string;
  iteration: number;
  session_id: string | null;
  item_id: string;
  held_out: number;
  cited: number;
  verdict: number | null;
  at: string;
}

export interface MemoryStateTable {
  name: string;
  value: number;
}

export interface ContextTables extends LeaseSchema {
  items: ItemTable;
  feedback: FeedbackTable;
  injections: InjectionTable;
  memory_state: MemoryStateTable;
}
