import { z } from 'zod';
import { defineContextTool } from '../define-context-tool.ts';
import { itemIdField } from '../fields.ts';

export const markUseful = defineContextTool({
  name: 'mark_useful',
  title: 'Mark useful',
  description:
    'Says whether a recalled item helped. Helpful items are recalled sooner; those that mislead are pruned in time.',
  category: 'context',
  // Saying it twice counts twice, so that this is not idempotent.
  effect: 'create',
  input: z.strictObject({
    item_id: itemIdField,
    helpful: z.boolean(),
    reason: z.string().max(2_000).optional(),
  }),
  output: z.strictObject({
    item_id: z.string(),
    helpful: z.boolean(),
    previous_score: z.number(),
    usefulness_score: z.number(),
    usefulness_estimate: z
      .number()
      .describe('The score, drawn towards how iterations with it went.'),
  }),
  async handler({ item_id, helpful, reason }, { services, caller }) {
    const feedback = await import('../feedback.ts');
    const { skillId, ...result } = await feedback.markUseful(await services.context(), {
      itemId: item_id,
      helpful,
      reason,
      author: caller.author,
      sessionId: caller.session?.id ?? null,
    });
    if (skillId !== undefined) await services.skills.tag(skillId, helpful);
    return { item_id, helpful, ...result };
  },
  render: ({ item_id, previous_score, usefulness_score }) =>
    `Usefulness of ${item_id}: ${previous_score} → ${usefulness_score}.`,
});
