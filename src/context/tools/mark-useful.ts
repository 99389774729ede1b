import { z } from 'zod';
import { defineContextTool } from '../define-context-tool.ts';
import { itemIdField } from '../fields.ts';

export const markUseful = defineContextTool({
  name: 'mark_useful',
  title: 'Mark useful',
  description:
    'Says whether a recalled item helped. Helpful items are recalled sooner; those that mislead are pruned in time.',
  category: 'context',
  // A session has one voice on an item, but whoever has none speaks each time anew.
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
    counted: z.boolean().describe('False when this session has said the same before.'),
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
    if (skillId !== undefined && result.counted) await services.skills.tag(skillId, helpful);
    return { item_id, helpful, ...result };
  },
  render: ({ item_id, previous_score, usefulness_score, counted }) =>
    counted
      ? `Usefulness of ${item_id}: ${previous_score} → ${usefulness_score}.`
      : `You have said so before: the usefulness of ${item_id} stays at ${usefulness_score}.`,
});
