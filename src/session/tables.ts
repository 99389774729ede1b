export interface SessionTable {
  id: string;
  recipe: string;
  base_recipe: string;
  discipline: string | null;
  feature: string | null;
  task_id: number | null;
  /** The whole plan as JSON; never changed after it was written. */
  plan: string;
  /** SHA-256 of the bearer token that opens this session over HTTP. */
  token_hash: string;
  created_at: string;
}

export interface SessionTables {
  sessions: SessionTable;
}
