import { z } from 'zod';
import { defineViewTool } from '../define-catalog-tool.ts';
import { rankTools } from '../search/rank-tools.ts';
import { byRecord } from '../tiers/categories-tier.ts';
import { cursorOffset } from '../tiers/cursor.ts';
import { brief } from '../tiers/describe.ts';
import { filterFields, filterText, refuseUnknown, toolFilter } from '../tiers/filters.ts';
import { fitSummaries, summaryLine, toolSummary } from '../tiers/summaries-tier.ts';
import { tiers } from '../tiers/tier.ts';

const answer = z.strictObject({
  tier: z.literal('tool_summaries'),
  filter: z.string(),
  tools: z.array(toolSummary),
  pagination: z.strictObject({
    page: z.int(),
    page_size: z.int(),
    total_count: z.int(),
    total_pages: z.int(),
  }),
  next_cursor: z.string().nullable(),
  hint: z.string().optional(),
  tokens: z.int(),
});
type Answer = z.output<typeof answer>;

export const catalogTools = defineViewTool({
  name: 'catalog_tools',
  title: 'List tools',
  description:
    'Downstream tools with their parameters, a page at a time, filtered by category, server, latency or success. To find a tool for a purpose use catalog_search.',
  input: z.strictObject({
    ...filterFields,
    query: z.string().max(2_000).optional().describe('Words to order them by.'),
    page: z.int().min(1).default(1),
    page_size: z.int().min(1).max(50).default(30),
    cursor: z
      .string()
      .optional()
      .describe('next_cursor of the answer before; exact where a page was cut to fit.'),
  }),
  output: answer,
  async handler({ query, page, page_size, cursor, ...filters }, view) {
    const { catalog, tools, access, snapshot, hint } = view;
    refuseUnknown(tools, filters);
    const start = cursor === undefined ? (page - 1) * page_size : cursorOffset(cursor);
    const make = async (): Promise<Answer> => {
      const wanted = toolFilter(filters);
      const all = query
        ? await rankTools(catalog, query, (tool) => tools.includes(tool) && wanted(tool))
        : tools.filter(wanted).sort(byRecord);
      return fitSummaries({
        tools: all.slice(start, start + page_size),
        budget: tiers.tool_summaries.budget,
        build: (summaries): Omit<Answer, 'tokens'> => {
          const end = start + summaries.length;
          return {
            tier: 'tool_summaries',
            filter: filterText({ ...filters, query: query && brief(query, 200) }),
            tools: [...summaries],
            pagination: {
              page: Math.floor(start / page_size) + 1,
              page_size,
              total_count: all.length,
              total_pages: Math.ceil(all.length / page_size),
            },
            next_cursor: end < all.length ? String(end) : null,
            ...(hint !== undefined && { hint }),
          };
        },
        render: renderTools,
      });
    };
    const key = JSON.stringify([access.key, filters, query, start, page_size]);
    return catalog.cache.get('tool_summaries', key, snapshot.revision, make, answer.parse);
  },
  render: renderTools,
});

function renderTools({ tools, pagination, next_cursor, hint }: Answer): string {
  const lines = tools.map(summaryLine);
  const more = next_cursor === null ? '' : ` More with cursor ${next_cursor}.`;
  lines.push(`${tools.length} of ${pagination.total_count} tools.${more}`);
  if (hint !== undefined) lines.push(hint);
  return lines.join('\n');
}
