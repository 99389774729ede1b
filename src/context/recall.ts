import { errorMessage, ToolError } from '../base/errors.ts';
import { changedFiles, filesAfterFix } from './cited-files.ts';
import type { Context } from './context.ts';
import type { ContextItem } from './item.ts';
import type { MemoryServer } from './memory-server.ts';
import {
  type Recalled,
  type Retrieved,
  type RetrieveRequest,
  type RetrieveStats,
  retrieve,
} from './retrieve.ts';
import { shownText } from './safety/shown-text.ts';
import type { ContextServices } from './services.ts';
import { plainItem } from './store/item-rows.ts';
import { itemStore } from './store/items.ts';

/** An item as it is handed out: with what was checked at that moment. */
export interface RecalledItem {
  readonly item: ContextItem;
  readonly score: number | null;
  readonly relevance: number | null;
  readonly factors: Recalled['factors'] | null;
  readonly age: number;
  readonly staleFiles: readonly string[];
  /** How the error was fixed. */
  readonly fix: string | undefined;
}

export interface Recollection {
  readonly items: readonly RecalledItem[];
  readonly stats: RetrieveStats;
  readonly dropped: Retrieved['dropped'];
}

/** A memory that takes longer than this is as good as none. */
const recallLimitMs = 10_000;
/** Of that, for the vector of the question: the search by words needs its time too. */
const shareForVector = 0.7;

/**
 * The ladder: vectors and words, words alone, what was recalled before, nothing. Each step down is named in the
 * answer; only a call that was cancelled, or a memory that is turned off, throws.
 */
export async function recall(
  services: ContextServices,
  request: RetrieveRequest,
  limitMs = recallLimitMs,
): Promise<Recollection> {
  const start = performance.now();
  if (!(await services.settings()).enabled)
    return nothing('The context memory is turned off.', start);
  try {
    const { server } = services;
    const search = server
      ? fromServer(services, server, request)
      : fromMemory(services, request, limitMs * shareForVector);
    return await within(limitMs, search);
  } catch (thrown) {
    request.signal?.throwIfAborted();
    if (thrown instanceof ToolError && thrown.code === 'invalid_argument') throw thrown;
    const reason = errorMessage(thrown);
    services.logger.warn('the memory cannot be searched', { reason });
    return fromRecent(services, request, reason, start);
  }
}

async function fromMemory(
  services: ContextServices,
  request: RetrieveRequest,
  vectorWithinMs: number,
): Promise<Recollection> {
  const context = await services.context();
  const { items, stats, dropped } = await retrieve(context, { vectorWithinMs, ...request });
  const recalled: RecalledItem[] = [];
  for (const { item, ...found } of items) recalled.push(await checked(context, item, found));
  context.recent.remember(recalled.map(({ item }) => item));
  if (stats.query_embedding_time_ms > 0 && stats.degraded === null)
    context.background.fillVectors(context);
  return { items: recalled, stats, dropped };
}

async function fromServer(
  services: ContextServices,
  server: MemoryServer,
  request: RetrieveRequest,
): Promise<Recollection> {
  const { recallFromServer } = await import('./memory-server.ts');
  const found = await recallFromServer(server, request);
  const recent = await services.recent();
  recent.remember(found.items.map(({ item }) => item));
  await recent.flush();
  return found;
}

async function checked(
  context: Context,
  item: Recalled['item'],
  found: Omit<Recalled, 'item'>,
): Promise<RecalledItem> {
  const isOwn = item.source_project === null || item.source_project === context.root;
  const fix =
    item.fixed_by === null
      ? undefined
      : await itemStore(context.database.kysely).find(item.fixed_by);
  return {
    ...found,
    item: plainItem(item),
    staleFiles: isOwn
      ? await changedFiles(context.root, filesAfterFix(item.cited_files, fix?.cited_files))
      : [],
    fix: fix && shownText(fix),
  };
}

async function fromRecent(
  services: ContextServices,
  request: RetrieveRequest,
  reason: string,
  start: number,
): Promise<Recollection> {
  try {
    const recent = await services.recent();
    const types = request.types && new Set(request.types);
    const found = (await recent.find(request.query, request.maxItems ?? 10)).filter(
      (item) => !types || types.has(item.content_type),
    );
    const items = found.map((item) => ({
      item,
      score: null,
      relevance: null,
      factors: null,
      age: 0,
      staleFiles: [],
      fix: undefined,
    }));
    const degraded = items.length > 0 ? 'cached' : 'nothing';
    return {
      items,
      dropped: {},
      stats: { ...emptyStats(start), degraded, degraded_reason: reason },
    };
  } catch {
    return nothing(reason, start);
  }
}

function nothing(reason: string, start: number): Recollection {
  return {
    items: [],
    dropped: {},
    stats: { ...emptyStats(start), degraded: 'nothing', degraded_reason: reason },
  };
}

function emptyStats(start: number) {
  return {
    query_embedding_time_ms: 0,
    search_time_ms: Math.round((performance.now() - start) * 100) / 100,
    total_candidates: 0,
    filtered_count: 0,
  };
}

/** Gives up waiting; the work itself ends when it ends, and its failure then concerns nobody. */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
