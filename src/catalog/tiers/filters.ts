import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { didYouMean } from '../../base/suggest.ts';
import type { CatalogTool } from '../index/catalog-tool.ts';

export const filterFields = {
  category: z.string().max(100).optional().describe('Only tools of this category.'),
  server: z.string().max(64).optional().describe('Only tools of this server.'),
  max_latency_ms: z
    .number()
    .positive()
    .optional()
    .describe('Only tools whose calls took no longer on average.'),
  min_success_rate: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe('Only tools of whose calls at least this percentage succeeded.'),
};
const shape = z.strictObject(filterFields);
export type Filters = z.output<typeof shape>;

/** Filters by record leave out tools that were never called: nothing is known of them. */
export function toolFilter(filters: Filters): (tool: CatalogTool) => boolean {
  const { category, server, max_latency_ms, min_success_rate } = filters;
  return (tool) =>
    (category === undefined || tool.category === category) &&
    (server === undefined || tool.server === server) &&
    (max_latency_ms === undefined ||
      (tool.avgLatencyMs !== null && tool.avgLatencyMs <= max_latency_ms)) &&
    (min_success_rate === undefined ||
      (tool.totalInvocations > 0 &&
        (100 * tool.successCount) / tool.totalInvocations >= min_success_rate));
}

/** A filter that nothing can pass is a mistyped one. */
export function refuseUnknown(tools: readonly CatalogTool[], { category, server }: Filters): void {
  const check = (field: 'category' | 'server', value: string | undefined, hint: string) => {
    if (value === undefined || tools.length === 0) return;
    const known = new Set(tools.map((tool) => tool[field]));
    if (known.has(value)) return;
    throw new ToolError(
      'not_found',
      `No ${field} is called "${value}".${didYouMean(value, known)}`,
      {
        hint,
      },
    );
  };
  check('category', category, 'catalog_categories lists them.');
  const servers = [...new Set(tools.map((tool) => tool.server))];
  check('server', server, `Servers: ${servers.slice(0, 40).join(', ')}.`);
}

/** `category=databases, server=postgres`, as the answer repeats it. */
export function filterText(filters: Record<string, unknown>): string {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}
