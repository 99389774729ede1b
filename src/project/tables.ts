import type { Generated } from 'kysely';

/** Columns that hold JSON are text here; the stores parse and print them. */
type Json = string;

export interface MetadataTable {
  id: number;
  title: string;
  description: string;
  created_at: string;
}

export interface FeatureTable {
  name: string;
  display_name: string;
  normalised_name: string;
  acronym: string | null;
  description: string;
  architecture: string;
  boundaries: string;
  knowledge_paths: Json;
  context_files: Json;
  created_at: string;
  updated_at: string;
}

export interface FeatureDependencyTable {
  feature: string;
  depends_on: string;
}

export interface DisciplineTable {
  name: string;
  display_name: string;
  acronym: string | null;
  icon: string;
  color: string;
  system_prompt: string;
  conventions: string;
  skills: Json;
  mcp_servers: Json;
  mcp_tool_overrides: Json;
  created_at: string;
  updated_at: string;
}

export interface TaskTable {
  id: Generated<number>;
  feature: string;
  discipline: string;
  title: string;
  description: Generated<string>;
  status: string;
  /** 0 low … 3 critical. */
  priority: Generated<number>;
  /** Order among equals, from an imported plan. */
  position: Generated<number | null>;
  tags: Generated<Json>;
  acceptance_criteria: Generated<Json>;
  context_files: Generated<Json>;
  output_artifacts: Generated<Json>;
  hints: Generated<string>;
  estimated_turns: Generated<number | null>;
  provenance: string;
  pseudocode: Generated<string>;
  enriched_at: Generated<string | null>;
  status_reason: Generated<string>;
  summary: Generated<string>;
  evidence: Generated<Json>;
  criteria_results: Generated<Json>;
  reopen_requested: Generated<string>;
  superseded_by: Generated<Json>;
  discovered_from: Generated<number | null>;
  external_id: Generated<string | null>;
  external_data: Generated<Json>;
  claimed_by: Generated<string | null>;
  claim_token: Generated<number>;
  claim_expires_at: Generated<string | null>;
  created_at: string;
  updated_at: string;
  completed_at: Generated<string | null>;
}

export interface TaskDependencyTable {
  task_id: number;
  depends_on: number;
}

export interface TaskCommentTable {
  id: Generated<number>;
  task_id: number;
  kind: string;
  author: string;
  session_id: string | null;
  discipline: string | null;
  priority: number | null;
  body: string;
  created_at: string;
  updated_at: string | null;
}

export interface QuestionTable {
  id: Generated<number>;
  task_id: number | null;
  session_id: string | null;
  author: string;
  question: string;
  blocking: number;
  answer: string | null;
  answered_by: string | null;
  created_at: string;
  answered_at: string | null;
}

export interface LearningTable {
  id: Generated<number>;
  feature: string;
  text: string;
  source: string;
  reason: string;
  task_id: number | null;
  author: string;
  session_id: string | null;
  hit_count: number;
  reviewed: number;
  conflicts_with: number | null;
  created_at: string;
  last_hit_at: string;
}

export interface EventTable {
  id: Generated<number>;
  at: string;
  author: string;
  session_id: string | null;
  tool: string;
  entity: string;
  entity_id: string;
  action: string;
  before: Json | null;
  after: Json | null;
}

export interface SessionSignalTable {
  id: Generated<number>;
  session_id: string;
  kind: string;
  reason: string;
  data: Json;
  created_at: string;
}

/** What of an imported file belongs to no single task, so that it can be written again as it was. */
export interface ImportedDocumentTable {
  name: string;
  format: string;
  data: Json;
  updated_at: string;
}

export interface ProjectTables {
  metadata: MetadataTable;
  features: FeatureTable;
  feature_dependencies: FeatureDependencyTable;
  disciplines: DisciplineTable;
  tasks: TaskTable;
  task_dependencies: TaskDependencyTable;
  task_comments: TaskCommentTable;
  questions: QuestionTable;
  learnings: LearningTable;
  events: EventTable;
  session_signals: SessionSignalTable;
  imported_documents: ImportedDocumentTable;
}
