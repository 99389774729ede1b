import { tokenize } from '../../base/tokenize.ts';
import { spacedName } from '../search/searchable-tool.ts';
import { builtInCategories } from './categories.ts';

export interface CategorySettings {
  /** Categories and the servers or tools (server/tool) that belong to them. */
  readonly categories: Readonly<Record<string, readonly string[]>>;
}

interface Described {
  readonly name: string;
  readonly description: string;
}

/** What the configuration says about a tool; its server's own category comes second. */
export function configuredCategory(
  { categories }: CategorySettings,
  server: string,
  tool: string,
  serverCategory: string | undefined,
): string | undefined {
  const members = Object.entries(categories);
  const named = (id: string) => members.find(([, ids]) => ids.includes(id))?.[0];
  return (
    named(`${server}/${tool}`) ?? named(`${server}::${tool}`) ?? named(server) ?? serverCategory
  );
}

const categoryTerms = builtInCategories.map(({ name, words }) => ({
  name,
  terms: new Set(tokenize(words)),
}));
const fallback = 'other';

/**
 * By the words that point to a category. A server's tools mostly belong together, so that what the others say
 * counts as well, for half.
 */
export function categoriesByWords(server: string, tools: readonly Described[]): string[] {
  const scores = tools.map((tool) => wordScores(server, tool));
  const together = categoryTerms.map((_, place) => {
    const sum = scores.reduce((total, row) => total + (row[place] ?? 0), 0);
    return sum / Math.max(1, tools.length);
  });
  return scores.map((row) => {
    const mixed = row.map((score, place) => score + (together[place] ?? 0) / 2);
    const best = Math.max(...mixed);
    return best > 0.5 ? (categoryTerms[mixed.indexOf(best)]?.name ?? fallback) : fallback;
  });
}

function wordScores(server: string, { name, description }: Described): number[] {
  const strong = new Set(tokenize(`${spacedName(server)} ${spacedName(name)}`));
  const weak = new Set(tokenize(description.slice(0, 400)));
  return categoryTerms.map(({ terms }) => {
    let score = 0;
    for (const term of terms) score += strong.has(term) ? 2 : weak.has(term) ? 1 : 0;
    return score;
  });
}

/** The text that stands for a category when tools are compared with it by meaning. */
export function categoryTexts(): readonly { readonly name: string; readonly text: string }[] {
  return builtInCategories
    .filter(({ words }) => words !== '')
    .map(({ name, displayName, description }) => ({
      name,
      text: `${displayName}: ${description}`,
    }));
}

/** By meaning: a tool's own vector, and for half the mean of its server's. */
export function categoryByMeaning(
  own: Float32Array,
  serverMean: Float32Array,
  categories: readonly { readonly name: string; readonly vector: Float32Array }[],
): string {
  let best = fallback;
  let most = Number.NEGATIVE_INFINITY;
  for (const { name, vector } of categories) {
    const score = dot(own, vector) + dot(serverMean, vector) / 2;
    if (score > most) [best, most] = [name, score];
  }
  return best;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  a.forEach((value, place) => {
    sum += value * (b[place] ?? 0);
  });
  return sum;
}
