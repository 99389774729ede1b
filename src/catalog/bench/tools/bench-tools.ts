import type { Embedder } from '../../../embedding/embedder.ts';
import { embedTool } from '../../search/embedded-texts.ts';
import { spacedName } from '../../search/searchable-tool.ts';
import { splitSteps } from '../../search/split-steps.ts';
import { createToolVectors, type ToolVector } from '../../search/tool-vectors.ts';
import type { ToolQuery, ToolSet } from './read-tool-set.ts';
import { type Embed, type ToolSearchSystem, toolSearchSystems } from './systems.ts';
import { unanswerable, unseen } from './unanswerable.ts';

export interface SystemResult {
  readonly system: string;
  readonly 'recall@1': number;
  readonly 'recall@5': number;
  readonly 'recall@10': number;
  readonly mrr: number;
  /** Of the foreign queries, the share that got tools all the same; null when there are none. */
  readonly false_answers: number | null;
  readonly p50_ms: number;
  /** Without the time that embedding the query takes. */
  readonly p95_ms: number;
}

/** How well our own confidence tells queries of the set from others. */
export interface OutOfScope {
  readonly queries: number;
  /** The share that got tools all the same. */
  readonly answered: number;
  /** The likelihood that a query of the set has the higher confidence of the two; 0.5 is chance. */
  readonly auc: number;
  /** The share that would be answered if one in twenty queries of the set were refused. */
  readonly answered_at_95: number;
}

export interface ToolBenchReport {
  readonly tools: number;
  readonly queries: number;
  readonly foreign_queries: number;
  readonly embedding_p95_ms: number | null;
  readonly results: readonly SystemResult[];
  /**
   * Queries of the sets beside it, some of which its tools do answer; ones that no tool answers; and more of those,
   * which had no part in setting the search up.
   */
  readonly out_of_scope: Readonly<Record<'foreign' | 'unanswerable' | 'unseen', OutOfScope | null>>;
}

export async function benchTools(
  set: ToolSet,
  foreign: readonly string[],
  embedder: Embedder | undefined,
  signal: AbortSignal,
): Promise<ToolBenchReport> {
  const timings: number[] = [];
  const known = new Map<string, Float32Array>();
  const embed: Embed = async (text) => {
    const found = known.get(text);
    if (found || !embedder) return found;
    const start = performance.now();
    const vector = await embedder.embed(text, { kind: 'query', signal });
    timings.push(performance.now() - start);
    known.set(text, vector);
    return vector;
  };
  const vectors = embedder && (await embedSet(set, embedder, signal));
  const systems = toolSearchSystems(set.tools, vectors);
  // Before the clock runs: what is measured is the search.
  const own = set.queries.map((one) => one.query);
  for (const query of [...own, ...foreign, ...unanswerable, ...unseen]) {
    for (const text of [query, ...splitSteps(query)]) await embed(text);
  }
  const results: SystemResult[] = [];
  for (const system of systems) results.push(await measure(system, set, foreign, embed, signal));
  return {
    tools: set.tools.length,
    queries: set.queries.length,
    foreign_queries: foreign.length,
    embedding_p95_ms: embedder ? percentile(timings, 0.95) : null,
    results,
    out_of_scope: {
      foreign: await outOfScope(systems, own, foreign, embed),
      unanswerable: await outOfScope(systems, own, unanswerable, embed),
      unseen: await outOfScope(systems, own, unseen, embed),
    },
  };
}

/** As many queries of the set as are enough to know. */
const mostOwn = 500;

async function outOfScope(
  systems: readonly ToolSearchSystem[],
  own: readonly string[],
  others: readonly string[],
  embed: Embed,
): Promise<OutOfScope | null> {
  const ours = systems.find(({ confidence }) => confidence !== undefined);
  if (!ours?.confidence || own.length === 0 || others.length === 0) return null;
  const step = Math.max(1, own.length / mostOwn);
  const inside: number[] = [];
  for (let n = 0; n < own.length; n += step)
    inside.push(await ours.confidence(own[Math.floor(n)] ?? '', embed));
  const outside: number[] = [];
  let answered = 0;
  for (const query of others) {
    outside.push(await ours.confidence(query, embed));
    if ((await ours.search(query, embed)).length > 0) answered++;
  }
  const wins = inside.reduce(
    (sum, mine) =>
      sum + outside.reduce((won, other) => won + (mine > other ? 1 : mine === other ? 0.5 : 0), 0),
    0,
  );
  const least = inside.toSorted((a, b) => a - b)[Math.floor(inside.length * 0.05)] ?? 0;
  return {
    queries: others.length,
    answered: rounded(answered / others.length),
    auc: rounded(wins / (inside.length * outside.length)),
    answered_at_95: rounded(outside.filter((other) => other >= least).length / outside.length),
  };
}

async function embedSet({ tools }: ToolSet, embedder: Embedder, signal: AbortSignal) {
  const ours: ToolVector[] = [];
  const plain: ToolVector[] = [];
  for (const tool of tools) {
    const embed = (text: string) => embedder.embed(text, { kind: 'document', signal });
    ours.push(await embedTool(tool, embed));
    const vector = await embed(`${spacedName(tool.name)}: ${tool.description}`);
    plain.push({ vector, coherence: null });
  }
  return {
    ours: createToolVectors(tools.length, (place) => ours[place]),
    plain: createToolVectors(tools.length, (place) => plain[place]),
  };
}

async function measure(
  system: ToolSearchSystem,
  { tools, queries }: ToolSet,
  foreign: readonly string[],
  embed: Embed,
  signal: AbortSignal,
): Promise<SystemResult> {
  const scores: { r1: number; r5: number; r10: number; rr: number }[] = [];
  const timings: number[] = [];
  for (const query of queries) {
    signal.throwIfAborted();
    const start = performance.now();
    const places = await system.search(query.query, embed);
    timings.push(performance.now() - start);
    scores.push(
      judge(
        places.map((place) => tools[place]?.id ?? ''),
        query,
      ),
    );
  }
  let answered = 0;
  for (const query of foreign) {
    if ((await system.search(query, embed)).length > 0) answered++;
  }
  const mean = (pick: (score: (typeof scores)[number]) => number) =>
    rounded(scores.reduce((sum, score) => sum + pick(score), 0) / Math.max(1, scores.length));
  return {
    system: system.name,
    'recall@1': mean(({ r1 }) => r1),
    'recall@5': mean(({ r5 }) => r5),
    'recall@10': mean(({ r10 }) => r10),
    mrr: mean(({ rr }) => rr),
    false_answers: foreign.length === 0 ? null : rounded(answered / foreign.length),
    p50_ms: percentile(timings, 0.5),
    p95_ms: percentile(timings, 0.95),
  };
}

/** Recall counts the needed tools that are there; the rank is that of the first right one. */
function judge(ids: readonly string[], { gold }: ToolQuery) {
  const recall = (depth: number) => {
    const top = new Set(ids.slice(0, depth));
    return gold.filter((group) => group.some((id) => top.has(id))).length / gold.length;
  };
  const right = new Set(gold.flat());
  const first = ids.findIndex((id) => right.has(id));
  return { r1: recall(1), r5: recall(5), r10: recall(10), rr: first < 0 ? 0 : 1 / (first + 1) };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return Math.round(value * 100) / 100;
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
