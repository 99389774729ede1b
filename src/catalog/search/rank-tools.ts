import type { Catalog } from '../index/catalog.ts';
import type { CatalogTool } from '../index/catalog-tool.ts';
import type { Hit, SearchResult } from './search-engine.ts';

export interface ToolHit {
  readonly tool: CatalogTool;
  readonly confidence: number;
}

export interface ToolSearchResult {
  readonly hits: readonly ToolHit[];
  readonly confidence: number;
  readonly steps: readonly { readonly step: string; readonly hits: readonly ToolHit[] }[];
  readonly usedVectors: boolean;
  readonly degraded: string | null;
}

/** Search over the tools that are wanted, by everything that is known of them. */
export async function searchTools(
  catalog: Catalog,
  query: string,
  limit: number,
  isWanted: (tool: CatalogTool) => boolean,
): Promise<ToolSearchResult> {
  const { snapshot, embed, degraded } = await catalog.searchable();
  const { tools } = snapshot;
  const wanted = tools.map(isWanted);
  const result: SearchResult = await snapshot.engine().search({
    query,
    limit,
    embed,
    isWanted: (place) => wanted[place] === true,
    recordOf: (place) => tools[place]?.tierScore ?? 0,
  });
  const named = (hits: readonly Hit[]): ToolHit[] =>
    hits.flatMap(({ place, confidence }) => {
      const tool = tools[place];
      return tool ? [{ tool, confidence }] : [];
    });
  return {
    hits: named(result.hits),
    confidence: result.confidence,
    steps: result.steps.map(({ step, hits }) => ({ step, hits: named(hits) })),
    usedVectors: result.usedVectors,
    degraded: degraded(),
  };
}

/** The tools that fit the words, best first. */
export async function rankTools(
  catalog: Catalog,
  query: string,
  isWanted: (tool: CatalogTool) => boolean,
): Promise<CatalogTool[]> {
  const { hits } = await searchTools(catalog, query, 200, isWanted);
  return hits.map(({ tool }) => tool);
}
