import { withBestByWords } from './best-by-words.ts';
import { confidenceOf, leastConfidence } from './confidence.ts';
import { createFieldIndex } from './field-index.ts';
import { type Evidence, fuse } from './fuse.ts';
import type { SearchableTool } from './searchable-tool.ts';
import { splitSteps } from './split-steps.ts';
import type { ToolVectors } from './tool-vectors.ts';

/** What a tool's own record adds where two are equally relevant. */
const recordWeight = 0.01;
/** How much the whole intent says about each of its steps. */
const wholeWeight = 1;
/** Per step; more than any answer shows. */
const depth = 50;
/** Among so many, the likeliest stands for all: that it is not the first does not make the request a foreign one. */
const judgedByBestOf = 5;

export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
  /** The vector of a text, or undefined when there is no embedder or it failed. */
  readonly embed?: (text: string) => Promise<Float32Array | undefined>;
  readonly isWanted?: (place: number) => boolean;
  /** 0 to 1, by place; breaks ties. */
  readonly recordOf?: (place: number) => number;
}

export interface Hit {
  /** In the order in which the engine was given its tools. */
  readonly place: number;
  /** 0 to 1: how likely it is that this is a tool for the query, or for one of its steps. */
  readonly confidence: number;
}

export interface SearchResult {
  /** Best first; none when nothing fits. */
  readonly hits: readonly Hit[];
  /** Of the likeliest tool for the whole, or on average over the steps; also when it is not good enough. */
  readonly confidence: number;
  readonly steps: readonly { readonly step: string; readonly hits: readonly Hit[] }[];
  readonly usedVectors: boolean;
}

export interface SearchEngine {
  search(request: SearchRequest): Promise<SearchResult>;
}

export function createSearchEngine(
  tools: readonly SearchableTool[],
  vectors?: ToolVectors,
): SearchEngine {
  const words = createFieldIndex(tools);

  async function evidenceFor(text: string, embed: SearchRequest['embed']): Promise<Evidence> {
    const vector = vectors && vectors.count > 0 ? await embed?.(text) : undefined;
    return fuse(words.scores(text), vector && vectors?.cosines(vector), vectors?.level ?? 1);
  }

  return {
    async search({ query, limit, embed, isWanted = () => true, recordOf }) {
      const whole = await evidenceFor(query, embed);
      const ranked = (evidence: Evidence, beside?: Evidence) =>
        best(whole.strength.length, depth, isWanted, (place) => {
          const context = beside ? wholeWeight * (beside.strength[place] ?? 0) : 0;
          return (
            (evidence.strength[place] ?? 0) + context + recordWeight * (recordOf?.(place) ?? 0)
          );
        });
      const hitsOf = (evidence: Evidence, ranking: readonly Ranked[]): Hit[] =>
        ranking
          .map(({ place }) => ({ place, confidence: confidenceOf(evidence, place) }))
          // By words alone, a tool that has none of them is no hit at all.
          .filter(({ confidence }) => confidence > 0);

      const usedVectors = whole.cosines !== undefined;
      const all = withBestByWords(hitsOf(whole, ranked(whole)), whole, isWanted);
      const texts = splitSteps(query);
      if (texts.length === 0) return finish(all, []);

      const parts = [];
      for (const step of texts) {
        const evidence = await evidenceFor(step, embed);
        const ranking = ranked(evidence, whole);
        parts.push({ step, hits: hitsOf(evidence, ranking), top: ranking[0]?.score ?? 0 });
      }
      return finish(takeTurns(parts), parts);

      function finish(
        hits: readonly Hit[],
        steps: readonly { step: string; hits: readonly Hit[] }[],
      ): SearchResult {
        const shown = hits.slice(0, limit);
        // The best of many steps would look good by chance alone: what counts is how all of them fare, or the whole
        // where some of them are only talk.
        const confidence = Math.max(
          likeliest(all),
          mean(steps.map((part) => likeliest(part.hits))),
        );
        const choice = countWanted(whole.strength.length, isWanted);
        const fits = confidence >= leastConfidence(usedVectors ? 'vectors' : 'words', choice);
        return {
          hits: fits ? shown : [],
          confidence,
          steps: fits
            ? steps.map((part) => ({ step: part.step, hits: part.hits.slice(0, 3) }))
            : [],
          usedVectors,
        };
      }
    },
  };
}

function likeliest(hits: readonly Hit[]): number {
  return Math.max(0, ...hits.slice(0, judgedByBestOf).map(({ confidence }) => confidence));
}

function countWanted(size: number, isWanted: (place: number) => boolean): number {
  let count = 0;
  for (let place = 0; place < size; place++) if (isWanted(place)) count++;
  return count;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

interface Ranked {
  readonly place: number;
  readonly score: number;
}

/** The first of each step, then the second of each; the step whose best tool stands out most goes first. */
function takeTurns(parts: readonly { hits: readonly Hit[]; top: number }[]): Hit[] {
  const order = [...parts].sort((a, b) => b.top - a.top);
  const taken = new Map<number, Hit>();
  for (let round = 0; round < depth; round++) {
    for (const { hits } of order) {
      const hit = hits[round];
      if (hit && !taken.has(hit.place)) taken.set(hit.place, hit);
    }
  }
  return [...taken.values()];
}

/** The highest scores in falling order, without sorting all of them. */
function best(
  size: number,
  count: number,
  isWanted: (place: number) => boolean,
  scoreOf: (place: number) => number,
): Ranked[] {
  const kept: Ranked[] = [];
  for (let place = 0; place < size; place++) {
    if (!isWanted(place)) continue;
    const score = scoreOf(place);
    const last = kept[kept.length - 1];
    if (kept.length >= count && last && score <= last.score) continue;
    let at = kept.length;
    while (at > 0 && (kept[at - 1]?.score ?? 0) < score) at--;
    kept.splice(at, 0, { place, score });
    if (kept.length > count) kept.pop();
  }
  return kept;
}
