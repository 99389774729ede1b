import { z } from 'zod';
import { longestContent } from './fields.ts';
import { type ContextItem, freshItem } from './item.ts';
import type { ErrorNote, IterationRecord, RecordedIteration } from './iteration-record.ts';
import type { RecalledItem, Recollection } from './recall.ts';
import type { RetrieveRequest } from './retrieve.ts';
import type { SkillView } from './skills.ts';
import { recalledSchema, statsSchema } from './views.ts';

/** A server that keeps the memory, reached by its context tools. */
export interface MemoryServer {
  /** The structured answer of a tool; throws when the server is gone, refuses or takes too long. */
  call(tool: string, input: object, signal?: AbortSignal): Promise<unknown>;
}

// What the server says besides is not needed here, and a newer one may say more.
const found = z.object({ items: z.array(recalledSchema.loose()), stats: statsSchema.loose() });
const skillList = z.object({
  skills: z.array(
    z.object({
      id: z.string(),
      content: z.string(),
      tags: z.array(z.string()),
      usefulness_score: z.number(),
      source: z.string(),
    }),
  ),
});
const storedIteration = z.object({
  id: z.string(),
  error_id: z.string().nullable(),
  fixed_errors: z.array(z.string()),
});
const storedItem = z.object({ id: z.string() });

export async function recallFromServer(
  server: MemoryServer,
  { query, types, maxItems, minScore, without, signal }: RetrieveRequest,
): Promise<Recollection> {
  const input = {
    query: query.slice(0, longestContent),
    ...(types && { context_types: types }),
    ...(maxItems !== undefined && { max_items: maxItems }),
    ...(minScore !== undefined && { min_score: minScore }),
  };
  const { items, stats } = found.parse(await server.call('get_relevant_context', input, signal));
  const { query_embedding_time_ms, search_time_ms, total_candidates, filtered_count } = stats;
  const { degraded, degraded_reason } = stats;
  return {
    items: items.map(asRecalled).filter(({ item }) => !without?.(item)),
    stats: {
      query_embedding_time_ms,
      search_time_ms,
      total_candidates,
      filtered_count,
      degraded,
      degraded_reason,
    },
    dropped: {},
  };
}

/** An item with what the server said of it; the rest of it stays there. */
function asRecalled(view: z.output<typeof found>['items'][number]): RecalledItem {
  const item: ContextItem = {
    // Active, since the server has shortened it already where that is due.
    ...freshItem,
    id: view.id,
    content: view.content,
    content_type: view.content_type,
    created_at: view.created_at,
    created_iteration: view.created_iteration,
    source: view.source,
    tags: view.tags,
    metadata: view.metadata,
    usefulness_score: view.usefulness_score,
    usefulness_estimate: view.usefulness_score,
    cited_files: [],
    trust: view.trust,
    // That there is a fix matters; the server does not say by which item.
    fixed_by: view.fix === null ? null : '',
  };
  return {
    item,
    score: view.score,
    relevance: view.relevance,
    factors: null,
    age: view.age_iterations,
    staleFiles: view.stale_files,
    fix: view.fix ?? undefined,
  };
}

export async function skillsFromServer(
  server: MemoryServer,
  minScore: number,
): Promise<SkillView[]> {
  return skillList.parse(await server.call('get_skills', { min_score: minScore })).skills;
}

/**
 * Tells the server of an iteration by the tools that it has: how it went, what else went wrong, and which items were
 * cited in a success. Once the iteration itself is stored it counts as told, so that it is not stored twice.
 */
export async function recordOnServer(
  server: MemoryServer,
  record: IterationRecord,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<RecordedIteration> {
  const [first, ...others] = record.errors;
  const stored = storedIteration.parse(
    await server.call(
      'store_iteration_result',
      {
        iteration: record.iteration,
        run_id: record.run_id.slice(0, 100),
        summary: record.summary.slice(0, longestContent),
        success: record.success,
        duration_ms: record.duration_ms,
        tokens_used: record.tokens_used,
        cost: record.cost,
        tool_calls: record.tool_calls.slice(0, 1_000),
        artifacts: record.artifacts.slice(0, 1_000),
        ...(first && { error: first.text.slice(0, longestContent) }),
      },
      signal,
    ),
  );
  const errors = stored.error_id === null ? [] : [stored.error_id];
  try {
    for (const error of record.errors_before) await storeError(server, error, signal);
    for (const error of others) errors.push(await storeError(server, error, signal));
    if (record.success) {
      const reason = `cited in iteration ${record.iteration} of run ${record.run_id}, which succeeded`;
      for (const item_id of record.cited)
        await server.call('mark_useful', { item_id, helpful: true, reason }, signal);
    }
  } catch {
    // The server went away in the middle; what is most worth keeping is kept.
  }
  return { id: stored.id, errors, fixed: stored.fixed_errors };
}

async function storeError(
  server: MemoryServer,
  { kind, name, text }: ErrorNote,
  signal: AbortSignal | undefined,
): Promise<string> {
  const input = {
    content: text.slice(0, longestContent),
    context_type: 'error',
    tags: [`${kind}:${name}`.slice(0, 100)],
  };
  return storedItem.parse(await server.call('store_context', input, signal)).id;
}
