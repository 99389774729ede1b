import { z } from 'zod';
import { contextTypeSchema } from './item.ts';

const part = z.number().nullable();

const foundItem = z.strictObject({
  id: z.string(),
  content_type: contextTypeSchema,
  /** Null where nothing was searched: skills of the whole book, and what a memory that is down recalled before. */
  score: part,
  relevance: part,
  /** What the score was made of. */
  factors: z.record(z.string(), part).nullable(),
});

/** One item in a prompt: what was said, why, and what it cost. */
export const injectedItemSchema = foundItem.extend({
  from: z.enum(['recalled', 'skillbook']),
  /** In iterations. */
  age: z.int().nullable(),
  /** Files it speaks of that have changed since. */
  stale_files: z.array(z.string()),
  tokens: z.int(),
  /** As it stands in the prompt. */
  text: z.string(),
});
export type InjectedItem = z.output<typeof injectedItemSchema>;

/** An item that nobody looked for: the run shows itself what failed last, under the id that the memory keeps it by. */
export const toldItemSchema = injectedItemSchema.pick({
  id: true,
  content_type: true,
  tokens: true,
  text: true,
});
export type ToldItem = z.output<typeof toldItemSchema>;

export const heldOutItemSchema = foundItem;
export type HeldOutItem = z.output<typeof heldOutItemSchema>;

/** How the items of a session were looked for. */
export const recallSchema = z.strictObject({
  queries: z.array(z.string()),
  /** What the search came down to; null when it had everything. */
  degraded: z.enum(['text', 'cached', 'nothing']).nullable(),
  degraded_reason: z.string().nullable(),
  /** Skills of the book that the budget had no room for. */
  skills_omitted: z.int(),
  /** Of all that was injected, as it stands in the prompt. */
  tokens: z.int(),
});

/** What the memory has to say to one session. */
export interface SessionContext {
  readonly injected: readonly InjectedItem[];
  /** Fitting items left out at random, which is how it is learnt what the others are worth. */
  readonly held_out: readonly HeldOutItem[];
  readonly recall: z.output<typeof recallSchema>;
}

export interface RecallRequest {
  /** What the session is about, in its own words. */
  readonly work: string;
  /** What went wrong last, if anything did. */
  readonly lastError?: string | undefined;
  /** The same in its own words, where the memory keeps it with others around them. */
  readonly question?: string | undefined;
  /** The run that the session is part of. */
  readonly run?: string | undefined;
  /** Ids of items that the prompt shows without being asked to. */
  readonly told?: readonly string[] | undefined;
  /** What the agent reads besides: an item that says no more than this is not worth its place. */
  readonly said?: readonly string[] | undefined;
  readonly random?: () => number;
  readonly signal?: AbortSignal;
}
