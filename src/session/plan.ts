import { z } from 'zod';
import {
  heldOutItemSchema,
  injectedItemSchema,
  recallSchema,
  type ToldItem,
  toldItemSchema,
} from '../context/session-context.ts';

/** The immutable description of one launch of an agent. The prompt and the tools both come from it. */
export const sessionPlanSchema = z.strictObject({
  session_id: z.string(),
  recipe: z.string(),
  base_recipe: z.string(),
  discipline: z.string().nullable(),
  feature: z.string().nullable(),
  task_id: z.int().nullable(),
  enabled_tools: z.array(z.string()),
  disabled_tools: z.array(z.string()),
  /** The rule that removed each disabled tool. */
  disabled_by: z.record(z.string(), z.string()),
  /** Where a tool is on in part: the fields it takes. */
  field_limits: z.record(z.string(), z.array(z.string())),
  closing_tools: z.array(z.string()),
  prompt: z.string(),
  prompt_tokens: z.int(),
  sections: z.array(z.strictObject({ name: z.string(), tokens: z.int(), cut: z.boolean() })),
  /** What the memory said to the session, as it stands in the prompt. */
  injected_context: z.array(injectedItemSchema),
  /** What fitted and was left out, to learn what the others are worth. Plans of an older Ralph have none. */
  held_out_context: z.array(heldOutItemSchema).default([]),
  /** What the run itself shows of what the memory keeps. Plans of an older Ralph have none. */
  told_context: z.array(toldItemSchema).default([]),
  /** How it was looked for; null where the session has no memory. */
  recall: recallSchema.nullable().default(null),
  hot_list: z.array(z.string()),
  budgets: z.record(z.string(), z.number()),
  mcp_config_path: z.string(),
  registry_fingerprint: z.string(),
  created_at: z.string(),
});

export type SessionPlan = z.output<typeof sessionPlanSchema>;

/** What a session is asked for; everything but the recipe may be left open. */
export interface SessionRequest {
  readonly recipe: string;
  readonly discipline?: string | undefined;
  readonly feature?: string | undefined;
  readonly taskId?: number | undefined;
  /** What the person said, for the conversational recipes. */
  readonly input?: string | undefined;
  /** A prompt that a person wrote: it stands first, as it is, in place of the sections about the project. */
  readonly prompt?: string | undefined;
  /** What to find context and tools by, where the task, the prompt and the input do not say it best. */
  readonly about?: string | undefined;
  readonly run?: SessionRun | undefined;
}

/** The run that a session is part of. */
export interface SessionRun {
  readonly id: string;
  /** How the run is judged and where it stands, as the prompt says it last. */
  readonly section: string;
  /** What went wrong in the iteration before, if anything did. */
  readonly lastError?: string | undefined;
  /** The same in its own words, to be asked with. */
  readonly question?: string | undefined;
  /** What the memory keeps and the section shows already. */
  readonly told?: readonly Omit<ToldItem, 'tokens'>[] | undefined;
  /** What the prompt sends the agent to before anything else. */
  readonly reads?: string | undefined;
}
