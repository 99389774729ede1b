import type { Generated } from 'kysely';

/** Columns that hold JSON are text here; the store parses and prints them. */
type Json = string;

export interface RunTable {
  id: string;
  options: Json;
  started_by: string;
  status: string;
  phase: string | null;
  waiting: Json | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  exit_code: number | null;
  reason: string | null;
  log_path: string;
  branch: string | null;
  worktree: string | null;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  cost_usd: number | null;
  cancel_requested_by: string | null;
  approved_by: string | null;
  /** The findings that a person has looked at and let pass. */
  approved_findings: Generated<Json>;
  undone_at: string | null;
  baseline: Json | null;
  /** What only the engine needs to go on: see `run-memory.ts`. */
  memory: Generated<Json>;
}

export interface IterationTable {
  run_id: string;
  number: number;
  attempt: number;
  status: string;
  agent: string;
  session_id: string | null;
  task_id: number | null;
  launch_id: string;
  started_at: string;
  ended_at: string | null;
  changed_files: Generated<Json>;
  commits: Generated<Json>;
  gates: Generated<Json>;
  judgement: Json | null;
  tampering: Generated<Json>;
  verdict: string | null;
  rejection: Json | null;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  cost_usd: number | null;
  agent_ended: string | null;
  last_text: Generated<string>;
  memory: Json;
}

export interface RunEventTable {
  run_id: string;
  seq: number;
  iteration: number | null;
  at: string;
  event: Json;
}

export interface RunNoteTable {
  id: Generated<number>;
  run_id: string;
  text: string;
  author: string;
  created_at: string;
  /** The iteration whose prompt has it; null while it waits for one. */
  iteration: number | null;
}

export interface RunTables {
  runs: RunTable;
  iterations: IterationTable;
  run_events: RunEventTable;
  run_notes: RunNoteTable;
}
