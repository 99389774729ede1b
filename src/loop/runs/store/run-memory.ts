import { z } from 'zod';

const footprint = z.object({
  commit: z.string(),
  tree: z.string(),
  failures: z.array(z.string()).readonly(),
  closed: z.number().nullable(),
});

const ending = z.object({
  status: z.enum(['complete', 'failed', 'stopped', 'cancelled']),
  exit_code: z.union([z.literal(0), z.literal(1), z.literal(130)]),
  reason: z.string(),
});
/** How a run ends, decided before it does. */
export type Ending = z.output<typeof ending>;

/**
 * What the engine has to know to go on after a crash and nobody else needs. Everything is absent until the step that
 * decides it, so that a step which was not finished is done again.
 */
export const runMemorySchema = z.object({
  /** The folder that the agent works in: the root, or the run's worktree. */
  folder: z.string().optional(),
  /** Where this run's snapshots are. */
  scratch: z.string().optional(),
  /** Before anything was done: what undoing goes back to. */
  before_snapshot: z.string().optional(),
  /** On the branch of the run, before the first launch: what tampering is told against. */
  start_snapshot: z.string().optional(),
  /** The commit that the run's branch was at; null when the run made the branch. */
  branch_start: z.string().nullable().optional(),
  gate_sources: z
    .array(
      z.object({
        gate: z.string(),
        kind: z.enum(['file', 'package_script', 'make_target']),
        path: z.string(),
        name: z.string(),
      }),
    )
    .optional(),
  start_footprint: footprint.optional(),
  /** Marks the processes of gates that run outside of an iteration. */
  gates_launch: z.string().optional(),
  /** By the place of an agent in the options: until when it is out, and how often in a row. */
  limits: z.record(z.string(), z.object({ until: z.string(), times: z.int() })).optional(),
  /** Marks what the process that has the run starts for itself. */
  worker: z.string().optional(),
  /** Since when this process works on the run, and for how long others have. */
  active_since: z.string().optional(),
  active_ms: z.number().optional(),
  /** So many rows of iterations count as neither stalled nor failing: a person has asked to go on after them. */
  forgiven: z.int().optional(),
  /** What the files were when the run ended. */
  end_tree: z.string().optional(),
  end_snapshot: z.string().optional(),
  /** Where the work of an undone run is; written before anything is taken back. */
  undo: z.object({ how_to_recover: z.string().nullable() }).optional(),
});
export type RunMemory = z.output<typeof runMemorySchema>;

const strings = z.array(z.string()).readonly();

const heard = z.object({
  cited: strings,
  tool_calls: strings,
  tool_failures: z.array(z.object({ tool: z.string(), text: z.string() })).readonly(),
  error: z.string().nullable(),
  /** The end of what the agent said. */
  said: z.string(),
});
/** What was heard of a launch, for the memory across iterations. */
export type Heard = z.output<typeof heard>;

export const iterationMemorySchema = z.object({
  snapshot: z.string(),
  gates_launch: z.string(),
  task: z.object({ id: z.union([z.number(), z.string()]), title: z.string() }).nullable(),
  /** Kept because a second restore must not keep again: it would find less. */
  kept: z.boolean().optional(),
  /** The tree when the iteration began, by its fingerprint. */
  start_tree: z.string(),
  footprint: footprint.optional(),
  /** The agent failed and left nothing. */
  failed: z.string().optional(),
  complete: z.boolean().optional(),
  /** Nothing is missing but a person's approval. */
  needs_approval: z.boolean().optional(),
  ends_run: ending.optional(),
  /** Ids of the context in the prompt, of what was left out of it on purpose, and of what the run shows by itself. */
  context: z.object({ injected: strings, held_out: strings, told: strings.default([]) }).optional(),
  heard: heard.optional(),
  /** Something is not as it was before. */
  moved: z.boolean().optional(),
  /** The items that tell of it; absent until the memory across iterations has taken it. */
  remembered: z.object({ id: z.string().nullable(), errors: strings, fixed: strings }).optional(),
  /** The agent was asked what the iterations up to this one teach. */
  reflected: z.boolean().optional(),
  /** The memory could not take it when it ended, and people have been told. */
  unremembered: z.boolean().optional(),
});
export type IterationMemory = z.output<typeof iterationMemorySchema>;
