import { z } from 'zod';
import { countTokens } from '../../base/tokens.ts';
import type { CatalogTool } from '../index/catalog-tool.ts';
import { counted } from './count-answer.ts';
import { brief, latencyText, returnsText, shownId, simpleParams, successText } from './describe.ts';

export const toolSummary = z.strictObject({
  tool: z.string(),
  server: z.string(),
  description: z.string(),
  params: z.record(z.string(), z.string()),
  returns: z.string().optional(),
  avg_latency: z.string().optional(),
  success_rate: z.string().optional(),
  /** In answers to a search: how likely it is the right one, 0 to 1. */
  confidence: z.number().optional(),
});
export type ToolSummary = z.output<typeof toolSummary>;

interface SummaryShape {
  readonly description: number;
  readonly params: number;
}
const ordinary: SummaryShape = { description: 110, params: 6 };
const smallest: SummaryShape = { description: 60, params: 2 };

function summaryOf(tool: CatalogTool, shape: SummaryShape = ordinary): ToolSummary {
  return {
    tool: tool.id,
    server: tool.server,
    description: brief(tool.description || tool.title, shape.description),
    params: simpleParams(tool, shape.params),
    ...returnsText(tool.definition().outputSchema),
    ...latencyText(tool),
    ...successText(tool),
  };
}

export function summaryLine({ tool, description, params, confidence }: ToolSummary): string {
  const names = Object.entries(params).map(([name, type]) =>
    type.endsWith('(required)') ? name : `${name}?`,
  );
  const sure = confidence === undefined ? '' : ` [${confidence.toFixed(2)}]`;
  return `${shownId(tool)}(${names.join(', ')})${sure}: ${brief(description, 70)}`;
}

/**
 * As many summaries as the budget holds, in order, and at least one. `build` makes the whole answer of the
 * first so many, so that what is counted is what is sent.
 */
export async function fitSummaries<Answer extends object>(options: {
  readonly tools: readonly CatalogTool[];
  readonly budget: number;
  readonly decorate?: (summary: ToolSummary, place: number) => ToolSummary;
  readonly build: (summaries: readonly ToolSummary[]) => Answer;
  readonly render: (answer: Answer & { readonly tokens: number }) => string;
}): Promise<Answer & { readonly tokens: number }> {
  const { tools, budget, build, render, decorate = (summary) => summary } = options;
  const empty = await counted(build([]), render);
  const summaries: ToolSummary[] = [];
  let spent = empty.tokens + 10;
  for (const [place, tool] of tools.entries()) {
    let summary = decorate(summaryOf(tool), place);
    let cost = await summaryTokens(summary);
    if (spent + cost > budget && summaries.length === 0) {
      summary = decorate(summaryOf(tool, smallest), place);
      cost = await summaryTokens(summary);
    }
    if (spent + cost > budget && summaries.length > 0) break;
    spent += cost;
    summaries.push(summary);
  }
  for (;;) {
    const answer = await counted(build(summaries), render);
    if (answer.tokens <= budget || summaries.length <= 1) return answer;
    summaries.pop();
  }
}

async function summaryTokens(summary: ToolSummary): Promise<number> {
  // The comma and the line break that stand between two of them.
  return (await countTokens(`${JSON.stringify(summary)},\n${summaryLine(summary)}\n`)) + 1;
}
