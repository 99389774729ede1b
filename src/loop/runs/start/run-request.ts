import { z } from 'zod';
import { agentNames } from '../../config.ts';

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

/** The same, and what only a person at the command line may ask for. */
const requestSchema = z.strictObject({
  ...sharedRunFields,
  tasks: z.boolean().optional(),
  feature: given.optional(),
  discipline: given.optional(),
  agent: z.enum(agentNames).optional(),
  allow_edits: z.boolean().optional(),
  yolo: z.boolean().optional(),
  commit: z.boolean().optional(),
  worktree: z.boolean().optional(),
  branch: z.string().optional(),
  interactive: z.boolean().optional(),
  max_cost: z.number().positive().optional(),
  max_tokens: z.int().min(1).optional(),
  max_minutes: z.number().positive().optional(),
});

/** Explicit wishes only: what is absent is left to the configuration. */
export type RunRequest = z.output<typeof requestSchema>;
