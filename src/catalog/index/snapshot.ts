import { createSearchEngine, type SearchEngine } from '../search/search-engine.ts';
import type { SearchableTool } from '../search/searchable-tool.ts';
import { createToolVectors } from '../search/tool-vectors.ts';
import { type CatalogTool, catalogTool } from './catalog-tool.ts';
import type { IndexedRow } from './store.ts';
import type { StoredVector } from './vector-store.ts';

/** The index as it was at one revision, in memory. */
export interface Snapshot {
  readonly revision: number;
  /** The names of the servers whose tools may be in it. */
  readonly servers: string;
  /** Those that may be used. */
  readonly tools: readonly CatalogTool[];
  /** Those in quarantine too. */
  find(server: string, tool: string): CatalogTool | undefined;
  readonly everyTool: readonly CatalogTool[];
  /** Built when it is first needed. */
  engine(): SearchEngine;
  /** Takes over vectors; the next search compares with them. */
  useVectors(vectors: ReadonlyMap<number, StoredVector>): void;
  /** How many of the tools have one. */
  vectorCount(): number;
}

export function createSnapshot(
  revision: number,
  rows: readonly IndexedRow[],
  servers = 'all',
): Snapshot {
  const everyTool = rows.map(catalogTool);
  const tools = everyTool.filter((tool) => tool.quarantine === null);
  const byId = new Map(everyTool.map((tool) => [tool.id, tool]));
  let vectors: ReadonlyMap<number, StoredVector> | undefined;
  let engine: SearchEngine | undefined;
  // Every search asks for it, and it changes with the vectors only.
  let vectorCount = 0;
  return {
    revision,
    servers,
    tools,
    everyTool,
    find: (server, tool) => byId.get(`${server}/${tool}`),
    engine() {
      engine ??= createSearchEngine(
        tools.map(searchableTool),
        vectors && createToolVectors(tools.length, (place) => vectorOf(tools[place])),
      );
      return engine;
    },
    useVectors(more) {
      vectors = more;
      vectorCount = tools.filter((tool) => more.has(tool.rowId)).length;
      engine = undefined;
    },
    vectorCount: () => vectorCount,
  };

  function vectorOf(tool: CatalogTool | undefined): StoredVector | undefined {
    return tool && vectors?.get(tool.rowId);
  }
}

/** What a tool is for stands at the beginning; the rest of a long text would drown it. */
const searched = { description: 1_500, params: 30, param: 120 };

export function searchableTool(tool: CatalogTool): SearchableTool {
  const { id, server, name, title, category } = tool;
  return {
    id,
    server,
    name,
    title,
    category,
    description: tool.description.slice(0, searched.description),
    params: tool
      .params()
      .slice(0, searched.params)
      .map((param) => ({ ...param, description: param.description.slice(0, searched.param) })),
  };
}
