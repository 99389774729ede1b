import { tokenize } from '../../../base/tokenize.ts';
import { createFieldIndex } from '../../search/field-index.ts';
import { createSearchEngine } from '../../search/search-engine.ts';
import type { SearchableTool } from '../../search/searchable-tool.ts';
import type { ToolVectors } from '../../search/tool-vectors.ts';

export type Embed = (text: string) => Promise<Float32Array | undefined>;

/** A way to find tools: the places of the best ones, or none when it says that nothing fits. */
export interface ToolSearchSystem {
  readonly name: string;
  search(query: string, embed: Embed): Promise<readonly number[]>;
  /** How sure it is of its first tool, where it knows. */
  confidence?(query: string, embed: Embed): Promise<number>;
}

const depth = 10;

export function toolSearchSystems(
  tools: readonly SearchableTool[],
  vectors: { readonly plain: ToolVectors; readonly ours: ToolVectors } | undefined,
): ToolSearchSystem[] {
  const text = (tool: SearchableTool) => `${tool.name} ${tool.description}`;
  const words = createFieldIndex(tools, [{ weight: 1, text }]);
  const fields = createFieldIndex(tools);
  const engine = createSearchEngine(tools, vectors?.ours);
  const haystack = tools.map((tool) => text(tool).toLowerCase());
  const lexical: ToolSearchSystem[] = [
    { name: 'regex', search: async (query) => best(keywordScores(query, haystack)) },
    { name: 'bm25', search: async (query) => best(words.scores(query).scores) },
    { name: 'bm25f', search: async (query) => best(fields.scores(query).scores) },
  ];
  const dense: ToolSearchSystem[] = vectors
    ? [
        {
          name: 'vectors',
          async search(query, embed) {
            const vector = await embed(query);
            return vector ? best(vectors.plain.cosines(vector)) : [];
          },
        },
        {
          name: 'rrf',
          async search(query, embed) {
            const vector = await embed(query);
            const lists = [fields.scores(query).scores];
            if (vector) lists.push(vectors.plain.cosines(vector));
            return best(reciprocalRanks(lists));
          },
        },
      ]
    : [];
  return [
    ...lexical,
    ...dense,
    {
      name: 'default',
      async search(query, embed) {
        const { hits } = await engine.search({ query, limit: depth, embed });
        return hits.map(({ place }) => place);
      },
      async confidence(query, embed) {
        return (await engine.search({ query, limit: 1, embed })).confidence;
      },
    },
  ];
}

/** How many of the query's words occur anywhere, as an agent with nothing but grep would look. */
function keywordScores(query: string, haystack: readonly string[]): Float64Array {
  const patterns = [...new Set(tokenize(query))].map(
    (word) => new RegExp(word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
  );
  return Float64Array.from(
    haystack,
    (text) => patterns.filter((pattern) => pattern.test(text)).length,
  );
}

function reciprocalRanks(lists: readonly Float64Array[]): Float64Array {
  const sums = new Float64Array(lists[0]?.length ?? 0);
  for (const list of lists) {
    const order = [...list.keys()].sort((a, b) => (list[b] ?? 0) - (list[a] ?? 0));
    order.forEach((place, rank) => {
      sums[place] = (sums[place] ?? 0) + 1 / (61 + rank);
    });
  }
  return sums;
}

function best(scores: Float64Array): number[] {
  return [...scores.keys()]
    .filter((place) => (scores[place] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, depth);
}
