import { z } from 'zod';
import { defineContextTool } from '../define-context-tool.ts';
import { type ContextStats, contextStatsSchema } from '../stats-schema.ts';

export const getContextStats = defineContextTool({
  name: 'get_context_stats',
  title: 'Get context stats',
  description:
    'How much the memory holds, by type and state, how large it is, and what recalling has been worth.',
  category: 'maintenance',
  effect: 'read',
  input: z.strictObject({}),
  output: contextStatsSchema,
  async handler(_, { services }) {
    const { contextStats } = await import('../stats.ts');
    return contextStats(await services.context());
  },
  render: renderStats,
});

function renderStats(stats: ContextStats): string {
  const counts = (record: Readonly<Record<string, number>>) =>
    Object.entries(record)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none';
  const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)}%`);
  const { credit, feedback, archives } = stats;
  return [
    `Items: ${stats.total_items} (${counts(stats.by_type)})`,
    `States: ${counts(stats.by_state)}; ${stats.unresolved_errors} ${stats.unresolved_errors === 1 ? 'error' : 'errors'} without a fix`,
    `Iteration: ${stats.iteration}`,
    `Size: ${(stats.size_bytes / 1_048_576).toFixed(1)} of ${stats.max_size_mb} MB, ${stats.backend}, kept for the ${stats.persistence}`,
    `Vectors: ${stats.embedded_items} items have them, ${stats.pending_embeddings} wait`,
    `Usefulness: ${stats.average_usefulness?.toFixed(2) ?? '–'} on average; ${feedback.helpful} times helpful, ${feedback.unhelpful} times not`,
    `Credit: ${percent(credit.injected_success_rate)} of ${credit.injected} recalls ended well, ${percent(credit.held_out_success_rate)} of ${credit.held_out} held out`,
    `Archives: ${archives.files.map(({ date }) => date).join(', ') || 'none'}`,
  ].join('\n');
}
