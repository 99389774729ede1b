import { countTokens } from '../../base/tokens.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { type TierName, tiers } from './tier.ts';

export interface BudgetRow {
  readonly step: string;
  readonly what: string;
  /** Of this answer, text and structured content together. */
  readonly tokens: number;
  readonly cumulative: number;
  readonly budget: number;
  /** Of the full listing, how much is saved by having read only this far. */
  readonly saving: number;
}

export interface BudgetTable {
  readonly servers: number;
  readonly tools: number;
  readonly full_listing_tokens: number;
  readonly rows: readonly BudgetRow[];
}

/** What an agent would read of these servers at once, against what it reads tier by tier at worst. */
export async function budgetTable(
  { everyTool, tools }: Snapshot,
  ask: (tool: string, input: object) => Promise<{ readonly tokens: number }>,
): Promise<BudgetTable> {
  let full = 0;
  for (const tool of everyTool) full += await countTokens(tool.rawDefinition);
  const largestCategory = mostCommon(tools.map(({ category }) => category));
  const largest = [...tools]
    .sort((a, b) => b.rawDefinition.length - a.rawDefinition.length)
    .slice(0, 10)
    .map(({ id }) => id);
  const steps: [TierName, string, string, object][] = [
    ['hot', 'the hot list', 'catalog_hot', {}],
    ['category_overview', 'all categories', 'catalog_categories', {}],
    [
      'tool_summaries',
      `a page of ${largestCategory ?? 'tools'}, the largest category`,
      'catalog_tools',
      { page_size: 50, ...(largestCategory !== undefined && { category: largestCategory }) },
    ],
  ];
  if (largest.length > 0) {
    steps.push([
      'full_schema',
      `the ${largest.length} largest schemas`,
      'catalog_schema',
      { tools: largest },
    ]);
  }
  const rows: BudgetRow[] = [];
  let cumulative = 0;
  for (const [tier, what, tool, input] of steps) {
    const { tokens } = await ask(tool, input);
    cumulative += tokens;
    const { label, cumulative: budget } = tiers[tier];
    const saving = full === 0 ? 0 : Math.round((1 - cumulative / full) * 10_000) / 10_000;
    rows.push({ step: label, what, tokens, cumulative, budget, saving });
  }
  return {
    servers: new Set(everyTool.map(({ server }) => server)).size,
    tools: everyTool.length,
    full_listing_tokens: full,
    rows,
  };
}

function mostCommon(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
