import { z } from 'zod';
import { defineContextTool, sourceOf } from '../define-context-tool.ts';
import { contextText, longestContent } from '../fields.ts';
import { contextTypeSchema } from '../item.ts';
import { recalledSchema, recalledText, recalledView, statsSchema } from '../views.ts';

/** An agent's question is short; what is longer is something it pasted. */
const charactersThatCount = 500;

export const getRelevantContext = defineContextTool({
  name: 'get_relevant_context',
  title: 'Get relevant context',
  description:
    'What earlier iterations learnt that fits a query: errors with their fixes, decisions, skills, results. Nothing when nothing fits. Use it when you meet an error or a part you do not know.',
  category: 'context',
  effect: 'read',
  input: z.strictObject({
    query: contextText(longestContent).describe(
      `A question, error or task; ${charactersThatCount} characters count.`,
    ),
    max_items: z.int().min(1).max(50).optional().describe('10 unless configured otherwise.'),
    context_types: z.array(contextTypeSchema).min(1).optional().describe('All unless given.'),
    min_score: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Least relevance; 0.3 unless configured otherwise.'),
  }),
  output: z.strictObject({ items: z.array(recalledSchema), stats: statsSchema }),
  page: {
    rows: ({ items }) => items,
    keep: (output, count) => ({ ...output, items: output.items.slice(0, count) }),
  },
  async handler({ query, max_items, context_types, min_score }, call) {
    const { recall } = await import('../recall.ts');
    const { items, stats } = await recall(call.services, {
      query: query.slice(0, charactersThatCount),
      types: context_types,
      signal: call.signal,
      ...(max_items !== undefined && { maxItems: max_items }),
      ...(min_score !== undefined && { minScore: min_score }),
    });
    // A person who looks around teaches nothing about what agents need.
    if (sourceOf(call) === 'agent') {
      const { touchItems } = await import('../touch-items.ts');
      await touchItems(
        call.services,
        items.map(({ item }) => item.id),
      );
    }
    return { items: items.map(recalledView), stats };
  },
  render: ({ items, stats }) =>
    [
      items.length === 0 ? 'Nothing fits.' : items.map(recalledText).join('\n\n'),
      ...(stats.degraded === null ? [] : [`(${stats.degraded} only: ${stats.degraded_reason})`]),
    ].join('\n'),
});
