import { z } from 'zod';
import type { JsonValue } from '../../base/json.ts';

const jsonValue: z.ZodType<JsonValue> = z.json();
const source = z.record(z.string().max(100), jsonValue);
const text = z.string().trim().min(1);

const countersSchema = z.object({
  helpful: z.int().min(-1_000).max(1_000_000).optional(),
  harmful: z.int().min(-1_000).max(1_000_000).optional(),
  neutral: z.int().min(-1_000).max(1_000_000).optional(),
});

/**
 * One change to a skillbook, as ACE's skill manager words it. What else it may say about how it came to it
 * changes nothing and is passed over.
 */
const operationSchema = z.object({
  type: z.enum(['ADD', 'UPDATE', 'TAG', 'REMOVE']),
  section: text.max(200).nullish(),
  content: text.max(20_000).nullish(),
  skill_id: text.max(200).nullish(),
  metadata: countersSchema.nullish(),
  justification: z.string().max(20_000).nullish(),
  evidence: z.string().max(20_000).nullish(),
  insight_source: z.union([source, z.array(source).max(50)]).nullish(),
});
export type BookOperation = z.output<typeof operationSchema>;
export type SkillSourceNote = z.output<typeof source>;

export const updateBatchSchema = z.object({
  reasoning: z.string().nullish(),
  operations: z.array(operationSchema).max(1_000),
});

export interface OperationOutcome {
  readonly type: BookOperation['type'];
  readonly skill_id: string | null;
  readonly applied: boolean;
  /** Why not, or what was left out; null when there is nothing to say. */
  readonly note: string | null;
}
