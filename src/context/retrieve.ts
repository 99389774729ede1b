import { errorMessage } from '../base/errors.ts';
import { timeLimit } from '../base/time-limit.ts';
import { vectorSpace } from '../embedding/embedder.ts';
import { DatabaseDamagedError } from '../storage/sqlite-errors.ts';
import type { ContextSettings } from './config.ts';
import type { Context } from './context.ts';
import type { ContextItem, ContextType, StoredItem } from './item.ts';
import type { CandidateSet } from './ranking/candidate.ts';
import { type RankedItem, rankItems } from './ranking/rank-items.ts';
import { commonCosine, type Judgement, judgeRelevance } from './ranking/relevance.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { excerptFor } from './rules/excerpt.ts';
import { keptText, shownText } from './safety/shown-text.ts';
import { type Handle, itemStore } from './store/items.ts';
import { currentIteration } from './store/memory-clock.ts';
import { fewestTokens, withinBudget } from './token-budget.ts';

export interface RetrieveRequest {
  readonly query: string;
  readonly maxItems?: number;
  readonly minScore?: number;
  readonly types?: readonly ContextType[] | undefined;
  readonly maxTokens?: number;
  /** Only what was stored before this iteration. */
  readonly beforeIteration?: number;
  /** Ages are counted from here instead of from the memory's own present. */
  readonly currentIteration?: number;
  readonly deduplicate?: boolean;
  readonly scoring?: ContextSettings['scoring'];
  readonly without?: (item: ContextItem) => boolean;
  /**
   * The run that asks about its own error. What it stored itself repeats the question, and would leave everything
   * older far behind: so it is judged apart, and with it the open error that is asked about, whoever stored it.
   */
  readonly run?: string | undefined;
  /** That error as it is kept, where the query words it otherwise. */
  readonly echo?: string | undefined;
  /** A question is not kept waiting for its vector longer than this: then words have to do. */
  readonly vectorWithinMs?: number;
  readonly signal?: AbortSignal;
}

/** What the ladder has come down to; null when nothing had to be done without. */
export type Degraded = 'text' | 'cached' | 'nothing' | null;

export interface RetrieveStats {
  readonly query_embedding_time_ms: number;
  readonly search_time_ms: number;
  readonly total_candidates: number;
  readonly filtered_count: number;
  readonly degraded: Degraded;
  readonly degraded_reason: string | null;
}

export interface Recalled {
  readonly item: StoredItem;
  readonly score: number;
  readonly relevance: number;
  readonly factors: RankedItem['factors'];
  /** Iterations since it was stored. */
  readonly age: number;
}

export interface Retrieved {
  readonly items: readonly Recalled[];
  readonly stats: RetrieveStats;
  readonly dropped: Readonly<Record<string, number>>;
}

const vectorWithinMs = 10_000;
/** More of a query than this says nothing new about what is meant. */
const longestQuery = 4_000;
/** Of the budget, for one item. */
const largestShare = 0.5;
/** Few enough that an excerpt fits, whatever it is written in. */
const charactersPerToken = 2;

export async function retrieve(context: Context, request: RetrieveRequest): Promise<Retrieved> {
  const { retrieval, scoring } = context.settings;
  const query = request.query.slice(0, longestQuery);
  // A memory with nothing in it needs no model to know that.
  const embedding: QueryVector = (await itemStore(context.database.kysely).isEmpty())
    ? { vector: {}, ms: 0 }
    : await embedQuery(context, query, request);
  const searchStart = performance.now();
  const maxItems = request.maxItems ?? retrieval.max_items_per_query;
  const filter = {
    ...(request.types && { kinds: request.types }),
    ...(request.beforeIteration !== undefined && { beforeIteration: request.beforeIteration }),
  };
  const set = await candidatesOf(context, { text: query, ...embedding.vector }, filter);
  const db = context.database.kysely;
  const judged = (await judgeForRun(db, set, request.echo ?? query, request.run)).slice(
    0,
    3 * maxItems + 20,
  );
  const rows = await itemStore(db).byKeys(judged.map(({ key }) => key));
  const now = request.currentIteration ?? (await currentIteration(db));
  const maxTokens = request.maxTokens ?? retrieval.max_context_tokens;
  const mostForOne = Math.ceil(maxTokens * largestShare);
  const inputs = [];
  for (const { key, relevance, parts } of judged) {
    const item = rows.get(key);
    if (!item || item.superseded_by !== null || request.without?.(item)) continue;
    // As kept, not as shown: looking a long text through costs a millisecond, and few are shown.
    const text = keptText(item);
    inputs.push({
      key,
      relevance,
      parts,
      text,
      kind: item.content_type,
      age: Math.max(0, now - item.created_iteration),
      usefulness: item.usefulness_estimate,
      trust: item.trust,
      tokens: Math.min(fewestTokens(text), mostForOne),
    });
  }
  const ranked = rankItems(inputs, {
    scoring: request.scoring ?? scoring,
    ...(request.types && { requestedKinds: request.types }),
    minRelevance: request.minScore ?? retrieval.min_relevance_score,
    maxItems,
    maxTokens,
    deduplicate: request.deduplicate ?? true,
  });
  const chosen = ranked.items.flatMap(({ key, score, relevance, factors }): Recalled[] => {
    const item = rows.get(key);
    if (!item) return [];
    const age = Math.max(0, now - item.created_iteration);
    return [{ item: shortened(item, query, mostForOne), score, relevance, factors, age }];
  });
  const items = await withinBudget(
    chosen,
    ({ item }) => ({ kept: keptText(item), shown: () => shownText(item) }),
    maxTokens,
  );
  return {
    items,
    dropped: {
      ...ranked.dropped,
      over_budget: ranked.dropped.over_budget + chosen.length - items.length,
    },
    stats: {
      query_embedding_time_ms: rounded(embedding.ms),
      search_time_ms: rounded(performance.now() - searchStart),
      total_candidates: set.candidates.length,
      filtered_count: Math.max(0, set.candidates.length - items.length),
      degraded: embedding.failure === undefined ? null : 'text',
      degraded_reason: embedding.failure ?? null,
    },
  };
}

async function judgeForRun(
  db: Handle,
  set: CandidateSet,
  error: string,
  run: string | undefined,
): Promise<readonly Judgement[]> {
  if (run === undefined) return judgeRelevance(set);
  const store = itemStore(db);
  const same = await store.findSame('error', error);
  const echo = same?.fixed_by === null ? same.key : undefined;
  const own = await store.storedBy(
    run,
    set.candidates.map(({ key }) => key),
  );
  const isOwn = (key: number) => key === echo || own.has(key);
  const partOf = (mine: boolean): CandidateSet => ({
    ...set,
    candidates: set.candidates.filter(({ key }) => isOwn(key) === mine),
  });
  // What repeats the question would make everything look common.
  const common = commonCosine(partOf(false));
  return [false, true]
    .flatMap((mine) => judgeRelevance(partOf(mine), common))
    .sort((a, b) => b.relevance - a.relevance);
}

/** An item that would fill the budget alone says only what bears on the question; `show` has the rest. */
function shortened(item: StoredItem, query: string, mostTokens: number): StoredItem {
  const text = keptText(item);
  if (fewestTokens(text) <= mostTokens) return item;
  const content = excerptFor(text, query, mostTokens * charactersPerToken);
  return { ...item, content, summary: null, original_length: item.original_length ?? text.length };
}

interface QueryVector {
  readonly vector: { readonly vector?: Float32Array; readonly model?: string };
  readonly ms: number;
  readonly failure?: string;
}

/** Without a vector the words alone are searched; a model that is turned off is no failure. */
async function embedQuery(
  { embedder, logger }: Context,
  query: string,
  { signal, vectorWithinMs: limitMs = vectorWithinMs }: RetrieveRequest,
): Promise<QueryVector> {
  if (embedder.health().state === 'off') return { vector: {}, ms: 0 };
  const start = performance.now();
  const limit = timeLimit(limitMs, [signal]);
  try {
    const vector = await embedder.embed(query, { kind: 'query', signal: limit.signal });
    const ms = performance.now() - start;
    return { vector: { vector, model: vectorSpace(embedder.model) }, ms };
  } catch (thrown) {
    const failure = limit.isOver()
      ? `${embedder.health().model} gave no vector within ${limitMs} ms`
      : errorMessage(thrown);
    logger.warn('searching by words alone', { reason: failure });
    return { vector: {}, ms: performance.now() - start, failure };
  } finally {
    limit.end();
  }
}

type Query = Parameters<Context['index']['candidates']>[0];
type Filter = { readonly kinds?: readonly string[]; readonly beforeIteration?: number };

/** An index that cannot be read is made anew from the rows, once. */
async function candidatesOf(context: Context, query: Query, filter: Filter): Promise<CandidateSet> {
  try {
    return await context.index.candidates(query, { filter });
  } catch (thrown) {
    if (!(thrown instanceof DatabaseDamagedError)) throw thrown;
    context.logger.warn('the search index is damaged and is made anew', {
      reason: errorMessage(thrown),
    });
    await rebuildIndex(context);
    return context.index.candidates(query, { filter });
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
