import { z } from 'zod';
import type { AgentName } from '../../config.ts';

const given = z.string().min(1);

/** What a caller may ask of a run: the inputs that runs and understanding share, by the names tools take. */
export const sharedRunFields = {
  prompt_file: given
    .optional()
    .describe('Prompt, inside the root; scripts/ralph/prompt.md unless given.'),
  prd_file: given.optional().describe('PRD, inside the root; scripts/ralph/prd.json unless given.'),
  max_iterations: z.int().min(0).optional().describe('Most iterations.'),
  sleep_seconds: z.number().min(0).optional().describe('Pause between two iterations.'),
  allowed_paths: z
    .array(given)
    .optional()
    .describe('The only paths that may change, relative to the root; empty allows all.'),
  agent_cmd: given
    .optional()
    .describe('Command of an agent of your own; it reads the prompt on stdin.'),
  model: given.optional().describe('Model id.'),
  model_reasoning_effort: given.optional().describe('Reasoning effort, where the agent has one.'),
  ui_mode: z.enum(['auto', 'rich', 'plain']).optional().describe('How a run is shown.'),
  no_color: z.boolean().optional(),
  ascii_only: z.boolean().optional(),
  ai_raw: z.boolean().optional().describe("Show the agent's output as it comes."),
  ai_show_prompt: z.boolean().optional(),
  ai_show_final: z.boolean().optional(),
  ai_prompt_progress_every: z.int().min(0).optional(),
  ai_tool_mode: z.enum(['summary', 'full', 'none']).optional(),
  ai_sys_mode: z.enum(['summary', 'full']).optional(),
} as const;

type SharedWishes = z.output<z.ZodObject<typeof sharedRunFields>>;

/** Explicit wishes only: what is absent is left to the configuration. Most beyond the shared ones are for people alone. */
export interface RunRequest extends SharedWishes {
  readonly tasks?: boolean | undefined;
  readonly feature?: string | undefined;
  readonly discipline?: string | undefined;
  readonly agent?: AgentName | undefined;
  readonly allow_edits?: boolean | undefined;
  readonly yolo?: boolean | undefined;
  readonly commit?: boolean | undefined;
  readonly worktree?: boolean | undefined;
  readonly branch?: string | undefined;
  readonly interactive?: boolean | undefined;
  readonly max_cost?: number | undefined;
  readonly max_tokens?: number | undefined;
  readonly max_minutes?: number | undefined;
}
