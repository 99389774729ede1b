import { z } from 'zod';
import { contextTypes } from './config.ts';

export { contextTypes };
export type ContextType = (typeof contextTypes)[number];

/** From fresh to cold; what is pruned is gone. */
export const contextStates = ['active', 'aging', 'summarized', 'archived'] as const;
export type ContextState = (typeof contextStates)[number];

export const contextTypeSchema = z.enum(contextTypes);
export const contextStateSchema = z.enum(contextStates);

const fraction = z.number().min(0).max(1);

export const citedFileSchema = z.strictObject({
  path: z.string(),
  /** Of the content when the item was stored; null when the file was not there. */
  hash: z.string().nullable(),
});
export type CitedFile = z.output<typeof citedFileSchema>;

/** One thing remembered, with everything that is known about it. */
export const contextItemSchema = z.strictObject({
  id: z.string(),
  content: z.string(),
  content_type: contextTypeSchema,
  state: contextStateSchema,
  created_at: z.string(),
  /** By the memory's own count of iterations, which never goes back. */
  created_iteration: z.int().min(0),
  source: z.string(),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  /** Starts at one half and moves with every `mark_useful`. */
  usefulness_score: fraction,
  /** The score, drawn towards what iterations with and without the item have shown. */
  usefulness_estimate: fraction,
  access_count: z.int().min(0),
  last_accessed: z.string().nullable(),
  injected_count: z.int().min(0),
  cited_count: z.int().min(0),
  /** Sum of what each judged injection was worth, each between 0 and 1. */
  credit: z.number().min(0),
  summary: z.string().nullable(),
  original_length: z.int().nullable(),
  /** By the count of the run that stored it. */
  source_iteration: z.int().nullable(),
  source_run: z.string().nullable(),
  source_task: z.int().nullable(),
  source_commit: z.string().nullable(),
  source_project: z.string().nullable(),
  cited_files: z.array(citedFileSchema),
  trust: fraction,
  supersedes: z.string().nullable(),
  superseded_by: z.string().nullable(),
  /** The two ends of an error and its fix. */
  fixes: z.string().nullable(),
  fixed_by: z.string().nullable(),
});
export type ContextItem = z.output<typeof contextItemSchema>;

/** How every item begins: used by nobody, tied to nothing. */
export const freshItem = {
  state: 'active',
  usefulness_score: 0.5,
  usefulness_estimate: 0.5,
  access_count: 0,
  last_accessed: null,
  injected_count: 0,
  cited_count: 0,
  credit: 0,
  summary: null,
  original_length: null,
  source_iteration: null,
  source_run: null,
  source_task: null,
  source_commit: null,
  source_project: null,
  supersedes: null,
  superseded_by: null,
  fixes: null,
  fixed_by: null,
} as const satisfies Partial<ContextItem>;

/** An item as it lies in the store. */
export interface StoredItem extends ContextItem {
  readonly key: number;
  /** Which model's vectors it has; null while it waits for them. */
  readonly embedding_id: string | null;
  /** The archive that holds its content, when the row does not. */
  readonly archived_in: string | null;
}

/** What a caller says about a new item; the rest has defaults. */
export interface NewItem {
  /** For what must not be stored twice; made up unless given. */
  readonly id?: string;
  readonly content: string;
  readonly content_type: ContextType;
  readonly source?: string;
  readonly tags?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly created_iteration?: number;
  readonly source_iteration?: number | null;
  readonly source_run?: string | null;
  readonly source_task?: number | null;
  readonly files?: readonly string[];
  readonly trust?: number;
  readonly supersedes?: string | null;
  readonly fixes?: string | null;
}

/** An error that nobody has fixed yet: it is never summarized away, archived or pruned. */
export function isOpenError(item: Pick<ContextItem, 'content_type' | 'fixed_by'>): boolean {
  return item.content_type === 'error' && item.fixed_by === null;
}
