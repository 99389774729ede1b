import { z } from 'zod';
import { defineContextTool, sourceOf } from '../define-context-tool.ts';
import { contextText, embedWithinMs, longestContent } from '../fields.ts';

const list = z.array(z.string().max(500)).max(1_000).optional();

export const storeIterationResult = defineContextTool({
  name: 'store_iteration_result',
  title: 'Store iteration result',
  description:
    'Keeps how an iteration went. Called after each iteration by whatever runs the loop: it also moves the time of the memory on, by which ages are counted.',
  category: 'maintenance',
  effect: 'create',
  input: z.strictObject({
    iteration: z.int().min(0).max(1_000_000_000),
    summary: contextText(longestContent),
    success: z.boolean(),
    duration_ms: z.number().min(0).default(0),
    tokens_used: z.int().min(0).default(0),
    cost: z.number().min(0).default(0),
    tool_calls: list,
    artifacts: list.describe('Files that the iteration wrote.'),
    error: z.string().max(longestContent).optional(),
    run_id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Ties a success to the errors of its run; known in a session.'),
  }),
  output: z.strictObject({
    id: z.string(),
    iteration: z.int(),
    created_iteration: z.int().describe("The memory's own count, which never goes back."),
    error_id: z.string().nullable(),
    fixed_errors: z.array(z.string()).describe('Earlier errors of the run that it got past.'),
  }),
  async handler({ tool_calls, artifacts, error, run_id, ...input }, call) {
    const { services, caller } = call;
    const context = await services.context();
    const { storeIteration } = await import('../iterations.ts');
    const stored = await storeIteration(
      context,
      {
        ...input,
        tool_calls: tool_calls ?? [],
        artifacts: artifacts ?? [],
        error: error?.trim() ? error : null,
        run_id: services.runId ?? caller.session?.id ?? run_id ?? null,
        task_id: caller.session?.task_id ?? null,
      },
      { source: sourceOf(call) === 'user' ? 'user' : 'orchestrator', embedWithinMs },
    );
    context.background.tidy(context);
    return {
      id: stored.id,
      iteration: input.iteration,
      created_iteration: stored.created_iteration,
      error_id: stored.error_id,
      fixed_errors: [...stored.fixed],
    };
  },
  render: ({ id, iteration }) => `Iteration ${iteration} is stored as ${id}.`,
});
