import type { CatalogStats } from '../../../catalog/scores/usage-stats.ts';
import { countText } from '../../../loop/runs/report/amounts.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { numberOption } from '../../project/read-input.ts';
import { showStyled } from '../../project/tool-answer.ts';
import { styleFor } from '../../terminal/style.ts';
import { renderTable } from '../../terminal/table.ts';

export const command: CommandSpec = {
  reads: true,
  options: [{ name: 'limit', value: 'N', description: 'How many tools at most', default: '20' }],
  examples: [
    {
      command: 'ralph catalog stats',
      does: 'Tools by use with their scores, and how often tiers answered from the cache.',
    },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const { catalogStats } = await import('../../../catalog/scores/usage-stats.ts');
      const { dayBefore } = await import('../../../catalog/index/store.ts');
      const services = await app.catalog();
      const { kysely } = await services.database();
      const limit = numberOption(invocation, 'limit', { min: 1, max: 10_000 }) ?? 20;
      const stats = await catalogStats(kysely, dayBefore(services.clock.now(), 30), limit);
      showStyled(invocation, stats, () => render(stats, invocation));
      return 0;
    }),
};

function render(stats: CatalogStats, invocation: Invocation): string {
  const style = styleFor(invocation);
  const fit = { fit: invocation.output.isTerminal };
  const tiers = Object.entries(stats.by_tier).map(([tier, count]) => `${count} ${tier}`);
  const percent = (share: number | null) => (share === null ? '-' : `${(100 * share).toFixed(0)}%`);
  return [
    `${countText(stats.tools, 'tool')} of ${countText(stats.servers, 'server')} (${tiers.join(', ')}), ${countText(stats.calls, 'call')}, ${stats.quarantined} in quarantine.`,
    ...(stats.tools_by_use.length === 0
      ? []
      : [
          '',
          renderTable(
            ['CALLS', '30 DAYS', 'SUCCESS', 'LATENCY', 'SCORE', 'TIER', 'TOOL'],
            stats.tools_by_use.map((tool) => [
              String(tool.calls),
              String(tool.uses_30_days),
              tool.success_rate === null ? '-' : `${tool.success_rate}%`,
              tool.avg_latency_ms === null ? '-' : `${tool.avg_latency_ms} ms`,
              tool.tier_score.toFixed(2),
              tool.tier,
              tool.tool,
            ]),
            style,
            fit,
          ),
        ]),
    '',
    renderTable(
      ['TIER', 'HITS', 'MISSES', 'HIT RATE', 'TARGET'],
      stats.cache.map((use) => [
        use.label,
        String(use.hits),
        String(use.misses),
        percent(use.hit_rate),
        percent(use.target),
      ]),
      style,
      fit,
    ),
  ].join('\n');
}
