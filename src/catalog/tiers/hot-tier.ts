import { z } from 'zod';
import type { CatalogTool } from '../index/catalog-tool.ts';
import { hotListSize } from '../scores/hot-list.ts';
import { firstThatFits } from './count-answer.ts';
import { brief, latencyText, shownId, successText } from './describe.ts';
import { tiers } from './tier.ts';

export const hotAnswer = z.strictObject({
  tier: z.literal('hot'),
  tools: z.array(
    z.strictObject({
      tool: z.string(),
      server: z.string(),
      description: z.string(),
      params: z.array(z.string()),
      avg_latency: z.string().optional(),
      success_rate: z.string().optional(),
    }),
  ),
  hint: z.string().optional(),
  tokens: z.int(),
});
export type HotAnswer = z.output<typeof hotAnswer>;

const shapes = [
  { description: 150, params: 6, count: hotListSize.most },
  { description: 110, params: 5, count: hotListSize.most },
  { description: 80, params: 4, count: hotListSize.most },
  { description: 60, params: 3, count: hotListSize.most },
  { description: 60, params: 3, count: hotListSize.least },
  { description: 40, params: 0, count: hotListSize.least },
  { description: 20, params: 0, count: 5 },
  { description: 20, params: 0, count: 1 },
  { description: 0, params: 0, count: 0 },
];

/** T0: the tools in the order of their rank, as much of each as there is room for. */
export function hotTier(tools: readonly CatalogTool[], hint?: string): Promise<HotAnswer> {
  return firstThatFits(
    shapes.map((shape) => () => ({
      tier: 'hot' as const,
      tools: tools.slice(0, shape.count).map((tool) => ({
        tool: tool.id,
        server: tool.server,
        description: brief(tool.description || tool.title, shape.description),
        params: tool
          .params()
          .slice(0, shape.params)
          .map(({ name }) => name),
        ...latencyText(tool),
        ...successText(tool),
      })),
      ...(hint !== undefined && { hint }),
    })),
    renderHot,
    tiers.hot.budget,
  );
}

export function renderHot({ tools, hint }: HotAnswer): string {
  const lines = tools.map(
    ({ tool, description, params }) => `${shownId(tool)}(${params.join(', ')}): ${description}`,
  );
  return [...lines, ...(hint === undefined ? [] : [hint])].join('\n');
}
