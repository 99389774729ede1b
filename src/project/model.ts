import { z } from 'zod';
import { taskStatuses } from './rules/status.ts';

/** From least to most urgent; the database keeps the place in this list. */
export const priorities = ['low', 'medium', 'high', 'critical'] as const;
export type Priority = (typeof priorities)[number];

export const commentKinds = ['note', 'handoff', 'blocker', 'question', 'answer'] as const;
export type CommentKind = (typeof commentKinds)[number];

export const learningSources = ['auto', 'agent', 'human', 'opus_reviewed'] as const;
export type LearningSource = (typeof learningSources)[number];

export const provenances = ['agent', 'human', 'system'] as const;

export const statusSchema = z.enum(taskStatuses);
export const prioritySchema = z.enum(priorities);

export const criterionResultSchema = z.strictObject({
  criterion: z.string(),
  met: z.boolean(),
  evidence: z.string(),
});
export type CriterionResult = z.output<typeof criterionResultSchema>;

export const taskSchema = z.strictObject({
  id: z.int(),
  feature: z.string(),
  discipline: z.string(),
  title: z.string(),
  description: z.string(),
  status: statusSchema,
  status_reason: z.string(),
  priority: prioritySchema,
  position: z.int().nullable(),
  tags: z.array(z.string()),
  depends_on: z.array(z.int()),
  acceptance_criteria: z.array(z.string()),
  context_files: z.array(z.string()),
  output_artifacts: z.array(z.string()),
  hints: z.string(),
  estimated_turns: z.int().nullable(),
  pseudocode: z.string(),
  provenance: z.enum(provenances),
  discovered_from: z.int().nullable(),
  superseded_by: z.array(z.int()),
  reopen_requested: z.string(),
  summary: z.string(),
  evidence: z.array(z.string()),
  criteria_results: z.array(criterionResultSchema),
  claimed_by: z.string().nullable(),
  claim_expires_at: z.string().nullable(),
  external_id: z.string().nullable(),
  external_data: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  updated_at: z.string(),
  enriched_at: z.string().nullable(),
  completed_at: z.string().nullable(),
});
export type Task = z.output<typeof taskSchema>;

export interface TaskRef {
  readonly id: number;
  readonly title: string;
  readonly status: Task['status'];
}

export interface Comment {
  readonly id: number;
  readonly task_id: number;
  readonly kind: CommentKind;
  readonly author: string;
  readonly session_id: string | null;
  readonly discipline: string | null;
  readonly priority: Priority | null;
  readonly body: string;
  readonly created_at: string;
  readonly updated_at: string | null;
}

export interface Feature {
  readonly name: string;
  readonly display_name: string;
  readonly acronym: string | null;
  readonly description: string;
  readonly architecture: string;
  readonly boundaries: string;
  readonly knowledge_paths: readonly string[];
  readonly context_files: readonly string[];
  readonly dependencies: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Learning {
  readonly id: number;
  readonly feature: string;
  readonly text: string;
  readonly source: LearningSource;
  readonly reason: string;
  readonly task_id: number | null;
  readonly author: string;
  readonly session_id: string | null;
  readonly hit_count: number;
  readonly reviewed: boolean;
  readonly conflicts_with: number | null;
  readonly created_at: string;
  readonly last_hit_at: string;
}

export interface Question {
  readonly id: number;
  readonly task_id: number | null;
  readonly session_id: string | null;
  readonly author: string;
  readonly question: string;
  readonly blocking: boolean;
  readonly answer: string | null;
  readonly answered_by: string | null;
  readonly created_at: string;
  readonly answered_at: string | null;
}
