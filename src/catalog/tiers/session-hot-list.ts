import type { SessionIdentity } from '../../tool/tool.ts';
import type { Catalog } from '../index/catalog.ts';
import { accessFor } from '../safety/access.ts';
import { hotList } from '../scores/hot-list.ts';
import { sureConfidence } from '../search/confidence.ts';
import { searchTools } from '../search/rank-tools.ts';
import { brief } from './describe.ts';

export interface HotTool {
  readonly tool: string;
  readonly params: readonly string[];
  readonly description: string;
}

/** What a query can hold of a task; the rest of a long description says little more. */
const longestQuery = 1_500;
const relevantTools = 8;

/** The hot list of one session: of what its recipe and discipline may use, with the tools that its task needs. */
export async function sessionHotList(
  catalog: Catalog,
  request: { readonly session: SessionIdentity; readonly work: string },
): Promise<readonly HotTool[]> {
  const { pins, access: rules } = await catalog.settings();
  const { tools } = await catalog.snapshot();
  const access = accessFor(rules, request.session);
  const allowed = new Set(
    tools.filter(({ server, name }) => access.refusal(server, name) === undefined),
  );
  if (allowed.size === 0) return [];
  const relevance = new Map<string, number>();
  if (request.work.trim() !== '') {
    const query = request.work.slice(0, longestQuery);
    const found = await searchTools(catalog, query, relevantTools, (tool) => allowed.has(tool));
    const sure = found.usedVectors ? sureConfidence.vectors : sureConfidence.words;
    for (const { tool, confidence } of found.hits) {
      if (confidence >= sure) relevance.set(tool.id, confidence);
    }
  }
  const candidates = [...allowed].map((tool) => ({
    ...tool,
    relevance: relevance.get(tool.id) ?? 0,
  }));
  return hotList(candidates, pins).map((tool) => ({
    tool: tool.id,
    params: tool
      .params()
      .slice(0, 5)
      .map(({ name }) => name),
    description: brief(tool.description || tool.title, 120),
  }));
}
