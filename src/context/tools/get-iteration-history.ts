import { z } from 'zod';
import { plainStatement } from '../../base/safe-text.ts';
import { defineContextTool } from '../define-context-tool.ts';

const iterationSchema = z.strictObject({
  id: z.string(),
  iteration: z.int(),
  success: z.boolean(),
  summary: z.string(),
  error: z.string().nullable(),
  duration_ms: z.number(),
  tokens_used: z.number(),
  cost: z.number(),
  tool_calls: z.array(z.string()),
  artifacts: z.array(z.string()),
  run_id: z.string().nullable(),
  task_id: z.int().nullable(),
  created_at: z.string(),
});

export const getIterationHistory = defineContextTool({
  name: 'get_iteration_history',
  title: 'Get iteration history',
  description:
    'How the latest iterations went, newest first: what was tried, what succeeded, what failed and why.',
  category: 'context',
  effect: 'read',
  input: z.strictObject({ last_n: z.int().min(1).max(50).default(5) }),
  output: z.strictObject({ iterations: z.array(iterationSchema), count: z.int() }),
  page: {
    rows: ({ iterations }) => iterations,
    keep: (output, count) => ({ ...output, iterations: output.iterations.slice(0, count), count }),
  },
  async handler({ last_n }, { services }) {
    const { iterationHistory } = await import('../iterations.ts');
    const records = await iterationHistory(await services.context(), last_n);
    const iterations = records.map((record) => ({
      ...record,
      summary: plainStatement(record.summary),
      error: record.error === null ? null : plainStatement(record.error),
      tool_calls: record.tool_calls.map(plainStatement),
      artifacts: record.artifacts.map(plainStatement),
    }));
    return { iterations, count: iterations.length };
  },
  render: ({ iterations }) =>
    iterations.length === 0
      ? 'No iteration has been stored yet.'
      : iterations
          .map(({ iteration, success, summary, error, id }) =>
            [
              `Iteration ${iteration} ${success ? 'succeeded' : 'failed'} (${id})`,
              ...[summary, ...(error === null ? [] : [`Error: ${error}`])]
                .join('\n')
                .split('\n')
                .map((line) => `| ${line}`),
            ].join('\n'),
          )
          .join('\n'),
});
