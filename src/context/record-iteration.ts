import { createHash } from 'node:crypto';
import type { Context } from './context.ts';
import { recordInjection, recordVerdict } from './injections.ts';
import type { StoredItem } from './item.ts';
import type { ErrorNote, IterationRecord, RecordedIteration } from './iteration-record.ts';
import { iterationFacts } from './iterations.ts';
import { tidyUp } from './lifecycle/run-lifecycle.ts';
import { linkFix } from './link-items.ts';
import { skillItems } from './skillbook/skill-items.ts';
import { itemStore } from './store/items.ts';
import { advanceIteration, currentIteration } from './store/memory-clock.ts';
import { storeItems } from './store-items.ts';

/** Iterations are counted from 1. */
const beforeTheFirst = 0;

/**
 * Keeps what an iteration of a run left: how it went, each error as an item of its own, what it got past, and what
 * its recalled items were worth. Whatever of it is there already is not stored again.
 */
export async function recordIteration(
  context: Context,
  record: IterationRecord,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<RecordedIteration> {
  const id = itemId(record);
  const known = await itemStore(context.database.kysely).find(id);
  const created_iteration = known?.created_iteration ?? (await tick(context, record));
  const origin = {
    source: 'orchestrator',
    created_iteration,
    source_iteration: record.iteration,
    source_run: record.run_id,
    source_task: record.task_id,
    files: record.artifacts,
  };
  const { status, attempt } = record;
  const error = record.errors[0]?.text ?? null;
  const metadata = { ...iterationFacts(record), error, status, attempt };
  // No iteration made these, and none of the files that this one changed.
  const foundBefore = { ...origin, source_iteration: beforeTheFirst, files: [] };
  const [, ...found] = await storeItems(context, [
    { ...origin, id, content: record.summary, content_type: 'iteration', metadata },
    ...record.errors_before.map((error) => ({ ...foundBefore, ...errorItem(error) })),
    ...record.errors.map((error) => ({ ...origin, ...errorItem(error) })),
  ]);
  const errors = found.slice(record.errors_before.length).map((error) => error.id);
  const fixed = await linkFixes(context, record, { id, errors });
  if (status !== 'abandoned') await giveCredit(context, record);
  if (!known) await tidyUp(context, signal);
  return { id, errors, fixed };
}

/** The same for the same launch, so that it cannot be stored twice. */
function itemId({ run_id, iteration, attempt }: IterationRecord): string {
  const key = JSON.stringify([run_id, iteration, attempt]);
  return `ctx_${createHash('sha256').update(key).digest('hex').slice(0, 21)}`;
}

/** A launch that was broken off is done again under its number: no time has passed. */
async function tick(context: Context, { status, iteration }: IterationRecord): Promise<number> {
  return context.database.transaction((tx) =>
    status === 'abandoned' ? currentIteration(tx) : advanceIteration(tx, iteration),
  );
}

function errorItem(error: ErrorNote) {
  return { content: error.text, content_type: 'error' as const, tags: [tagOf(error)] };
}

function tagOf({ kind, name }: Pick<ErrorNote, 'kind' | 'name'>): string {
  return `${kind}:${name}`;
}

/**
 * A gate that is green again has its errors behind it; everything else is behind a success on the same task, but for
 * tools: one that did not work then, or was not called again, has nothing to thank that success for.
 */
async function linkFixes(
  { database, index }: Context,
  record: IterationRecord,
  stored: { readonly id: string; readonly errors: readonly string[] },
): Promise<string[]> {
  if (record.status !== 'accepted') return [];
  const green = new Set(record.green_gates.map((name) => tagOf({ kind: 'gate', name })));
  const failed = new Set(record.errors.map(tagOf));
  const called = record.tool_calls.map((name) => tagOf({ kind: 'tool', name }));
  const worked = new Set(called.filter((tool) => !failed.has(tool)));
  const isFixed = ({ id, tags, source_task }: StoredItem) => {
    if (stored.errors.includes(id)) return false;
    const gate = tags.find((tag) => tag.startsWith('gate:'));
    if (gate !== undefined) return green.has(gate);
    const tool = tags.find((tag) => tag.startsWith('tool:'));
    if (tool !== undefined && !worked.has(tool)) return false;
    return record.success && source_task === record.task_id;
  };
  return database.transaction(async (tx) => {
    const store = itemStore(tx);
    const fix = await store.find(stored.id);
    const errors = (await store.openErrors(record.run_id)).filter(isFixed);
    if (fix) for (const error of errors) await linkFix(tx, index, error, fix);
    return errors.map((error) => error.id);
  });
}

async function giveCredit(context: Context, record: IterationRecord): Promise<void> {
  const { run_id: runId, iteration, session_id: sessionId, cited, success: succeeded } = record;
  const place = { runId, iteration, sessionId };
  const named = await itemNames(context, [...record.injected, ...record.held_out]);
  await recordInjection(context, {
    ...place,
    injected: record.injected.map(named),
    heldOut: record.held_out.map(named),
  });
  await recordVerdict(context, { ...place, succeeded, cited });
}

/** Prompts name a skill by the id of its book, the log by that of its item. */
async function itemNames({ database, root }: Context, ids: readonly string[]) {
  const skills = ids.every((id) => id.startsWith('ctx_'))
    ? []
    : await skillItems(database.kysely, root);
  const known = new Map(skills.map(({ item, facts }) => [facts.skill_id, item.id]));
  return (id: string) => known.get(id) ?? id;
}
