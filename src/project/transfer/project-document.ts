import { z } from 'zod';
import { disciplineFields } from '../discipline-fields.ts';
import { mcpServersField } from '../discipline-servers.ts';
import { acronymField, featureFields } from '../feature-fields.ts';
import { nameField, requiredText, taskFields, taskId, text } from '../fields.ts';
import { commentKinds, learningSources, prioritySchema, taskSchema } from '../model.ts';
import { longestLearning } from '../rules/learnings.ts';
import { storedOverridesSchema } from '../tool-overrides.ts';

const when = z.iso.datetime();
const who = requiredText(200);
const acronym = acronymField.min(1).nullable();
const anyText = text(50_000);

const feature = z.strictObject({
  name: nameField,
  ...featureFields,
  acronym,
  created_at: when,
  updated_at: when,
});

const discipline = z.strictObject({
  name: nameField,
  ...disciplineFields,
  acronym,
  mcp_servers: mcpServersField,
  mcp_tool_overrides: storedOverridesSchema,
  created_at: when,
  updated_at: when,
});

const task = z.strictObject({
  ...taskSchema.shape,
  ...taskFields,
  id: taskId,
  status_reason: anyText,
  estimated_turns: taskFields.estimated_turns.nullable(),
  pseudocode: anyText,
  discovered_from: taskId.nullable(),
  superseded_by: z.array(taskId),
  reopen_requested: anyText,
  summary: anyText,
  claimed_by: who.nullable(),
  claim_expires_at: when.nullable(),
  claim_token: z.int().min(0),
  external_id: requiredText(200).nullable(),
  created_at: when,
  updated_at: when,
  enriched_at: when.nullable(),
  completed_at: when.nullable(),
});

const comment = z.strictObject({
  id: taskId,
  task_id: taskId,
  kind: z.enum(commentKinds),
  author: who,
  session_id: who.nullable(),
  discipline: z.string().max(64).nullable(),
  priority: prioritySchema.nullable(),
  body: anyText,
  created_at: when,
  updated_at: when.nullable(),
});

const learning = z.strictObject({
  id: taskId,
  feature: nameField,
  text: requiredText(longestLearning),
  source: z.enum(learningSources),
  reason: text(longestLearning),
  task_id: taskId.nullable(),
  author: who,
  session_id: who.nullable(),
  hit_count: z.int().min(0),
  reviewed: z.boolean(),
  conflicts_with: taskId.nullable(),
  created_at: when,
  last_hit_at: when,
});

const question = z.strictObject({
  id: taskId,
  task_id: taskId.nullable(),
  session_id: who.nullable(),
  author: who,
  question: anyText,
  blocking: z.boolean(),
  answer: anyText.nullable(),
  answered_by: who.nullable(),
  created_at: when,
  answered_at: when.nullable(),
});

const importedDocument = z.strictObject({
  name: requiredText(200),
  format: z.literal('prd'),
  data: z.record(z.string(), z.unknown()),
  updated_at: when,
});
export type ImportedDocument = z.output<typeof importedDocument>;

export const documentFormat = 'ralph-project';

/** A whole project as one JSON document: everything but the history of how it came to be so. */
export const projectDocumentSchema = z.strictObject({
  format: z.literal(documentFormat),
  version: z.literal(1),
  project: z.strictObject({ title: anyText, description: anyText, created_at: when }).nullable(),
  features: z.array(feature),
  disciplines: z.array(discipline),
  tasks: z.array(task),
  comments: z.array(comment),
  learnings: z.array(learning),
  questions: z.array(question),
  documents: z.array(importedDocument),
});
export type ProjectDocument = z.output<typeof projectDocumentSchema>;
