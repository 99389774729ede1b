import { z } from 'zod';
import { defineContextTool } from '../define-context-tool.ts';

export const pruneLowValueContext = defineContextTool({
  name: 'prune_low_value_context',
  title: 'Prune low value context',
  description:
    'Removes items less useful than min_score, and never more than the configured prune_min_usefulness allows. Skills and unsolved errors stay. People can restore what was pruned from the archives.',
  category: 'maintenance',
  effect: 'delete',
  input: z.strictObject({ min_score: z.number().min(0).max(1).default(0.3) }),
  output: z.strictObject({
    pruned_count: z.int(),
    protected_count: z.int().describe('Skills and unsolved errors below the threshold, kept.'),
    threshold: z.number().describe('What was applied.'),
  }),
  async handler({ min_score }, { services }) {
    const { pruneLowValue } = await import('../lifecycle/prune.ts');
    const report = await pruneLowValue(await services.context(), min_score);
    return {
      pruned_count: report.pruned,
      protected_count: report.protected,
      threshold: report.threshold,
    };
  },
  render: ({ pruned_count, protected_count, threshold }) =>
    `Pruned ${pruned_count} items below ${threshold}; ${protected_count} protected ones stay.`,
});
