import { z } from 'zod';
import { defineContextTool } from '../define-context-tool.ts';

export const summarizeOldContext = defineContextTool({
  name: 'summarize_old_context',
  title: 'Summarize old context',
  description:
    'Shortens what is shown of items older than so many iterations. Nothing is lost: they are still found by every word they had.',
  category: 'maintenance',
  effect: 'update',
  input: z.strictObject({ older_than_iterations: z.int().min(0).max(1_000_000).default(20) }),
  output: z.strictObject({
    summarized_count: z.int(),
    characters_before: z.int(),
    characters_after: z.int(),
  }),
  async handler({ older_than_iterations }, { services, signal }) {
    const context = await services.context();
    const { summarizeOlderThan } = await import('../lifecycle/summarize.ts');
    const report = await summarizeOlderThan(context, older_than_iterations, signal);
    const { summarized, ...sizes } = report;
    return { summarized_count: summarized, ...sizes };
  },
  render: ({ summarized_count, characters_before, characters_after }) =>
    `Summarized ${summarized_count} items: ${characters_before} → ${characters_after} characters shown.`,
});
