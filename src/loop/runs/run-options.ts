import { z } from 'zod';
import { agentNames, pricesConfig } from '../config.ts';

const agent = z.strictObject({
  name: z.enum(agentNames),
  /** Stands for the program's usual name; the whole command line of a custom agent. */
  command: z.string().optional(),
  model: z.string().optional(),
  reasoning_effort: z.string().optional(),
  args: z.array(z.string()).optional(),
  /** The agent's own prices before those of all agents. */
  prices: pricesConfig.unwrap().optional(),
});

const gate = z.strictObject({
  name: z.string(),
  run: z.string(),
  baseline: z.enum(['strict', 'tolerate']),
  timeout_s: z.number().optional(),
});

const target = z.strictObject({
  command: z.string().optional(),
  /** A URL or a reference to an environment variable, never the secret itself. */
  webhook: z.string().optional(),
});

/**
 * Everything that a run was asked for, decided once before it starts and stored with it. A run that is resumed, by
 * whichever process, goes on under the same terms even when the config has changed.
 */
export const runOptionsSchema = z.strictObject({
  kind: z.enum(['run', 'understand']),
  /** What the run works on, and so what "done" means. */
  mode: z.enum(['prompt', 'prd', 'tasks']),
  /** Relative to the root. */
  prompt_file: z.string(),
  prd_file: z.string(),
  /** In task mode, only tasks of this feature or discipline. */
  feature: z.string().optional(),
  discipline: z.string().optional(),
  recipe: z.string(),
  sleep_seconds: z.number().min(0),
  interactive: z.boolean(),
  allow_edits: z.boolean(),
  /** Empty allows every path of the root. */
  allowed_paths: z.array(z.string()),
  /** Full bypass of the agent's own permissions. */
  yolo: z.boolean(),
  /** One commit by Ralph per accepted iteration. */
  commit: z.boolean(),
  /** Branch to switch to before the first iteration; null stays where the repository is. */
  branch: z.string().nullable(),
  worktree: z.boolean(),
  /** The first is used; the others while those before are out of their rate limit. */
  agents: z.array(agent).min(1),
  gates: z.array(gate),
  budgets: z.strictObject({
    iterations: z.int().min(0),
    minutes: z.number().positive(),
    idle_minutes: z.number().positive().optional(),
    tokens: z.int().min(1).optional(),
    cost_usd: z.number().positive().optional(),
    stall: z.int().min(1),
  }),
  notify: z.strictObject({ on_finish: target.optional(), on_needs_input: target.optional() }),
  log_keep_days: z.int().min(1),
  /** After so many judged iterations the agent is asked what they teach; 0 for never. */
  reflect_every: z.int().min(0).default(0),
});

export type RunOptions = z.output<typeof runOptionsSchema>;
export type RunAgent = RunOptions['agents'][number];
