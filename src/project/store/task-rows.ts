import type { Selectable, Updateable } from 'kysely';
import { z } from 'zod';
import {
  criterionResultSchema,
  type Priority,
  priorities,
  provenances,
  statusSchema,
  type Task,
} from '../model.ts';
import type { TaskTable } from '../tables.ts';
import { parseNumbers, parseRecord, parseStrings } from './handle.ts';

/** What a caller may set on a task; the rest is the store's own business. */
export type TaskFields = Partial<
  Omit<Task, 'id' | 'depends_on' | 'created_at' | 'updated_at' | 'claimed_by' | 'claim_expires_at'>
>;

const provenanceSchema = z.enum(provenances);
const resultsSchema = z.array(criterionResultSchema);

export function taskOf(row: Selectable<TaskTable>, dependsOn: readonly number[]): Task {
  const { claim_token: _, ...rest } = row;
  return {
    ...rest,
    status: statusSchema.parse(row.status),
    priority: priorityOf(row.priority),
    provenance: provenanceSchema.parse(row.provenance),
    depends_on: [...dependsOn],
    tags: parseStrings(row.tags),
    acceptance_criteria: parseStrings(row.acceptance_criteria),
    context_files: parseStrings(row.context_files),
    output_artifacts: parseStrings(row.output_artifacts),
    evidence: parseStrings(row.evidence),
    superseded_by: parseNumbers(row.superseded_by),
    criteria_results: resultsSchema.parse(JSON.parse(row.criteria_results)),
    external_data: parseRecord(row.external_data),
  };
}

export function columnsOf(fields: TaskFields): Updateable<TaskTable> {
  const {
    priority,
    tags,
    acceptance_criteria,
    context_files,
    output_artifacts,
    evidence,
    criteria_results,
    superseded_by,
    external_data,
    ...plain
  } = fields;
  const lists = {
    tags,
    acceptance_criteria,
    context_files,
    output_artifacts,
    evidence,
    criteria_results,
    superseded_by,
    external_data,
  };
  const printed = Object.entries(lists).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, JSON.stringify(value)] as const],
  );
  return {
    ...plain,
    ...(priority !== undefined && { priority: priorities.indexOf(priority) }),
    ...Object.fromEntries(printed),
  };
}

export function priorityOf(rank: number): Priority {
  return priorities[rank] ?? 'medium';
}
