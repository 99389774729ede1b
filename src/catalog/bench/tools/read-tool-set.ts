import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readJsonLines } from '../../../base/read-json-lines.ts';
import type { SearchableTool } from '../../search/searchable-tool.ts';

const toolLine = z.object({
  id: z.string(),
  server: z.string(),
  name: z.string(),
  description: z.string().default(''),
  params: z.record(z.string(), z.unknown()).default({}),
  category: z.string().default(''),
});
const queryLine = z.object({
  id: z.string(),
  query: z.string(),
  gold: z.array(z.array(z.string()).min(1)).min(1),
});
const layout = 'Each line is one JSON object, as docs/catalog.md describes.';

export interface ToolQuery {
  readonly query: string;
  /** One group per tool that is needed; any tool of a group will do. */
  readonly gold: readonly (readonly string[])[];
}

export interface ToolSet {
  readonly tools: readonly SearchableTool[];
  readonly queries: readonly ToolQuery[];
}

/** A folder with `tools.jsonl` and `queries.jsonl`. */
export async function readToolSet(folder: string): Promise<ToolSet> {
  const tools = await readJsonLines(path.join(folder, 'tools.jsonl'), toolLine, layout);
  return {
    tools: tools.map(({ params, ...tool }) => ({
      ...tool,
      title: tool.name,
      params: Object.entries(params).map(([name, about]) => ({
        name,
        description: typeof about === 'string' ? about : JSON.stringify(about),
      })),
    })),
    queries: await readQueries(folder),
  };
}

export async function readQueries(folder: string): Promise<readonly ToolQuery[]> {
  return readJsonLines(path.join(folder, 'queries.jsonl'), queryLine, layout);
}

/** The queries of the sets beside this one, spread over each: questions that its tools were not made for. */
export async function foreignQueries(folder: string, most: number): Promise<readonly string[]> {
  const parent = path.dirname(path.resolve(folder));
  const own = path.basename(path.resolve(folder));
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  const siblings = entries.filter((entry) => entry.isDirectory() && entry.name !== own);
  for (const { name } of siblings) {
    const queries = await readQueries(path.join(parent, name)).catch(() => []);
    const share = Math.min(queries.length, Math.floor(most / siblings.length));
    for (let n = 0; n < share; n++) {
      const query = queries[Math.floor((n * queries.length) / share)];
      if (query) found.push(query.query);
    }
  }
  return found;
}
