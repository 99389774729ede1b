import { z } from 'zod';
import { defineViewTool } from '../define-catalog-tool.ts';
import { sureConfidence } from '../search/confidence.ts';
import { searchTools } from '../search/rank-tools.ts';
import { shownId } from '../tiers/describe.ts';
import { filterFields, filterText, refuseUnknown, toolFilter } from '../tiers/filters.ts';
import { fitSummaries, summaryLine, toolSummary } from '../tiers/summaries-tier.ts';

/** Less than T2 may take: hot list, search, schema and call together stay under 8,000. */
const searchBudget = 1_600;

export const searchAnswer = z.strictObject({
  tier: z.literal('tool_summaries'),
  query: z.string(),
  filter: z.string(),
  verdict: z.enum(['fits', 'unsure', 'nothing_fits']),
  confidence: z.number(),
  tools: z.array(toolSummary),
  /** Where the query names several steps: the tools for each. */
  steps: z.array(z.strictObject({ step: z.string(), tools: z.array(z.string()) })).optional(),
  degraded: z.string().optional(),
  hint: z.string().optional(),
  tokens: z.int(),
});
export type SearchAnswer = z.output<typeof searchAnswer>;

export const catalogSearch = defineViewTool({
  name: 'catalog_search',
  title: 'Search tools',
  description:
    'Finds downstream tools for what you want to do, in your own words; several steps in one query are fine. Says when nothing fits. Then read catalog_schema and use catalog_call.',
  input: z.strictObject({
    query: z.string().trim().min(1).max(4_000).describe('What you want to do.'),
    limit: z.int().min(1).max(20).default(8),
    filters: z.strictObject(filterFields).default({}),
  }),
  output: searchAnswer,
  async handler({ query, limit, filters }, { catalog, tools, hint }) {
    refuseUnknown(tools, filters);
    const allowed = new Set(tools);
    const wanted = toolFilter(filters);
    const found = await searchTools(
      catalog,
      query,
      limit,
      (tool) => allowed.has(tool) && wanted(tool),
    );
    const { hits, confidence, steps, degraded, usedVectors } = found;
    const sure = usedVectors ? sureConfidence.vectors : sureConfidence.words;
    const verdict = hits.length === 0 ? 'nothing_fits' : confidence < sure ? 'unsure' : 'fits';
    return fitSummaries({
      tools: hits.map(({ tool }) => tool),
      budget: searchBudget,
      decorate: (summary, place) => ({
        ...summary,
        confidence: rounded(hits[place]?.confidence ?? 0),
      }),
      build: (summaries): Omit<SearchAnswer, 'tokens'> => ({
        tier: 'tool_summaries',
        query: shortened(query, 200),
        filter: filterText(filters),
        verdict,
        confidence: rounded(confidence),
        tools: [...summaries],
        ...(steps.length > 0 && {
          steps: steps.map((part) => ({
            step: shortened(part.step, 60),
            tools: part.hits.slice(0, 2).map(({ tool }) => tool.id),
          })),
        }),
        ...(degraded !== null && { degraded }),
        ...(hint !== undefined && { hint }),
      }),
      render: renderSearch,
    });
  },
  render: renderSearch,
});

export function renderSearch({ verdict, tools, steps = [], degraded, hint }: SearchAnswer): string {
  const lines = tools.map(summaryLine);
  if (verdict === 'nothing_fits' && hint === undefined)
    lines.push('Nothing fits. Say it in other words, or go on without a tool.');
  if (verdict === 'unsure') lines.push('None of these may fit: look at the schema before a call.');
  for (const { step, tools: ids } of steps) lines.push(`${step} → ${ids.map(shownId).join(', ')}`);
  if (degraded !== undefined) lines.push(`(${degraded})`);
  if (hint !== undefined) lines.push(hint);
  return lines.join('\n');
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
