import { z } from 'zod';
import type { Context } from './context.ts';
import type { NewItem, StoredItem } from './item.ts';
import { linkFix } from './link-items.ts';
import { itemStore } from './store/items.ts';
import { advanceIteration } from './store/memory-clock.ts';
import { storeItems } from './store-items.ts';

export interface IterationResult {
  readonly iteration: number;
  readonly success: boolean;
  readonly summary: string;
  readonly duration_ms?: number;
  readonly tokens_used?: number;
  readonly cost?: number;
  readonly tool_calls?: readonly string[];
  readonly artifacts?: readonly string[];
  readonly error?: string | null;
  readonly run_id?: string | null;
  readonly task_id?: number | null;
}

/** What an iteration item keeps beside its summary. */
const factsSchema = z.object({
  iteration: z.int(),
  success: z.boolean(),
  duration_ms: z.number(),
  tokens_used: z.number(),
  cost: z.number(),
  tool_calls: z.array(z.string()),
  artifacts: z.array(z.string()),
  error: z.string().nullable().default(null),
});

export interface IterationRecord extends z.output<typeof factsSchema> {
  readonly id: string;
  readonly summary: string;
  readonly created_at: string;
  readonly run_id: string | null;
  readonly task_id: number | null;
}

export interface StoredIteration {
  readonly id: string;
  readonly created_iteration: number;
  readonly error_id: string | null;
  /** Errors that this iteration got past. */
  readonly fixed: readonly string[];
}

/** Stores how an iteration went, its error as an item of its own, and what earlier errors it got past. */
export async function storeIteration(
  context: Context,
  result: IterationResult,
  options: {
    readonly source?: string;
    readonly embed?: boolean;
    readonly embedWithinMs?: number;
  } = {},
): Promise<StoredIteration> {
  const { source = 'orchestrator', ...storing } = options;
  const created_iteration = await context.database.transaction((tx) =>
    advanceIteration(tx, result.iteration),
  );
  const origin = {
    source,
    created_iteration,
    source_iteration: result.iteration,
    source_run: result.run_id ?? null,
    source_task: result.task_id ?? null,
    files: result.artifacts ?? [],
  };
  const { error = null } = result;
  const items: NewItem[] = [
    {
      ...origin,
      content: result.summary,
      content_type: 'iteration',
      metadata: { ...iterationFacts(result), error },
    },
  ];
  if (error) items.push({ ...origin, content: error, content_type: 'error' });
  const [stored, failed] = await storeItems(context, items, storing);
  if (!stored) throw new Error('an iteration was not stored');
  const fixed = result.success && !error ? await linkFixes(context, result, stored.id) : [];
  return { id: stored.id, created_iteration, error_id: failed?.id ?? null, fixed };
}

/** A success after failures of the same run and task is what fixed them. */
async function linkFixes(
  { database, index }: Context,
  result: IterationResult,
  id: string,
): Promise<string[]> {
  const run = result.run_id;
  if (!run) return [];
  return database.transaction(async (tx) => {
    const store = itemStore(tx);
    const fix = await store.find(id);
    const task = result.task_id ?? null;
    const errors = (await store.openErrors(run)).filter(({ source_task }) => source_task === task);
    if (fix) for (const error of errors) await linkFix(tx, index, error, fix);
    return errors.map((error) => error.id);
  });
}

/** What the item of an iteration says beside its text. */
export function iterationFacts(result: Omit<IterationResult, 'error'>): Record<string, unknown> {
  return {
    iteration: result.iteration,
    success: result.success,
    duration_ms: result.duration_ms ?? 0,
    tokens_used: result.tokens_used ?? 0,
    cost: result.cost ?? 0,
    tool_calls: [...(result.tool_calls ?? [])],
    artifacts: [...(result.artifacts ?? [])],
  };
}

/** The latest iterations, newest first. */
export async function iterationHistory(
  context: Context,
  lastN: number,
): Promise<IterationRecord[]> {
  const items = await itemStore(context.database.kysely).ofType('iteration', lastN);
  return items.map(recordOf);
}

/** An iteration that was stored as plain context has no facts but its text. */
function recordOf(item: StoredItem): IterationRecord {
  const facts = factsSchema.safeParse(item.metadata);
  const known = facts.success
    ? facts.data
    : {
        iteration: item.created_iteration,
        success: true,
        duration_ms: 0,
        tokens_used: 0,
        cost: 0,
        tool_calls: [],
        artifacts: [],
        error: null,
      };
  return {
    ...known,
    id: item.id,
    summary: item.summary ?? item.content,
    created_at: item.created_at,
    run_id: item.source_run,
    task_id: item.source_task,
  };
}
