import { tokenize } from '../../base/tokenize.ts';
import type { SearchableTool } from './searchable-tool.ts';
import { withoutValues } from './without-values.ts';

interface Field {
  readonly weight: number;
  readonly text: (tool: SearchableTool) => string;
}

/**
 * A word in the name says more than one in the text, and that more than one in a parameter. Of many servers, the one
 * that is asked for by name is mostly meant.
 */
const toolFields: readonly Field[] = [
  { weight: 2, text: ({ name, title }) => (title === name ? name : `${name} ${title}`) },
  { weight: 1, text: ({ description }) => description },
  {
    weight: 0.35,
    text: ({ params }) => params.map(({ name, description }) => `${name} ${description}`).join(' '),
  },
  { weight: 1, text: ({ server }) => server },
  { weight: 0.25, text: ({ category }) => category },
];

const saturation = 1.2;
const lengthEffect = 0.5;

export interface FieldIndex {
  readonly size: number;
  /** BM25 over all fields at once, one score per tool in the order they were given. */
  scores(query: string): LexicalScores;
}

export interface LexicalScores {
  readonly scores: Float64Array;
  /** What a tool would score that had the four rarest known words of the query. */
  readonly reachable: number;
  /** The part of the query's words that occurs anywhere in the catalog, by rarity; names and values may be missing. */
  readonly known: number;
}

/** Fielded BM25 in memory: a catalog is thousands of short texts, and queries must not wait for a disk. */
export function createFieldIndex(
  tools: readonly SearchableTool[],
  fields: readonly Field[] = toolFields,
): FieldIndex {
  const size = tools.length;
  const terms = fields.map((field) => tools.map((tool) => tokenize(field.text(tool))));
  const averages = terms.map(
    (lists) => lists.reduce((sum, list) => sum + list.length, 0) / Math.max(1, size) || 1,
  );
  const postings = new Map<string, { tools: number[]; weights: number[] }>();
  for (let place = 0; place < size; place++) {
    const weights = new Map<string, number>();
    fields.forEach(({ weight }, field) => {
      const list = terms[field]?.[place] ?? [];
      const average = averages[field] ?? 1;
      const share = weight / (1 - lengthEffect + (lengthEffect * list.length) / average);
      for (const term of list) weights.set(term, (weights.get(term) ?? 0) + share);
    });
    for (const [term, weight] of weights) {
      const posting = postings.get(term) ?? { tools: [], weights: [] };
      if (posting.tools.length === 0) postings.set(term, posting);
      posting.tools.push(place);
      posting.weights.push(weight);
    }
  }
  const rarity = (having: number) => Math.log(1 + (size - having + 0.5) / (having + 0.5));

  return {
    size,
    scores(query) {
      const scores = new Float64Array(size);
      const reachable: number[] = [];
      let all = 0;
      let known = 0;
      const asking = new Set(tokenize(withoutValues(query)));
      for (const term of new Set(tokenize(query))) {
        const posting = postings.get(term);
        const worth = rarity(posting?.tools.length ?? 0);
        if (posting || asking.has(term)) all += worth;
        if (!posting) continue;
        known += worth;
        reachable.push(worth * (saturation + 1));
        posting.tools.forEach((tool, place) => {
          const weight = posting.weights[place] ?? 0;
          scores[tool] =
            (scores[tool] ?? 0) + (worth * weight * (saturation + 1)) / (weight + saturation);
        });
      }
      const best = reachable.sort((a, b) => b - a).slice(0, 4);
      return {
        scores,
        reachable: best.reduce((sum, value) => sum + value, 0),
        known: all === 0 ? 0 : known / all,
      };
    },
  };
}
