import { ToolError } from '../../base/errors.ts';
import type { Context } from '../context.ts';
import { embedTexts } from '../embed-items.ts';
import { indexedText } from '../indexed-text.ts';
import type { ContextItem, StoredItem } from '../item.ts';
import { contentOf, listArchives, readArchive } from '../store/archives.ts';
import { rowOf } from '../store/item-rows.ts';
import { type Handle, itemStore } from '../store/items.ts';
import { currentIteration } from '../store/memory-clock.ts';

export interface RestoreRequest {
  readonly ids?: readonly string[] | undefined;
  /** `2026-01-31`; every archive unless given. */
  readonly date?: string | undefined;
}

/** Brings items back exactly as they were when they were archived, also those that have been pruned since. */
export async function restoreItems(
  context: Context,
  request: RestoreRequest,
): Promise<{ restored: readonly string[] }> {
  const archived = await wantedItems(context, request);
  const restored: string[] = [];
  const fresh: { key: number; text: string }[] = [];
  await context.database.transaction(async (tx) => {
    const store = itemStore(tx);
    const now = await currentIteration(tx);
    for (const item of archived) {
      const present = await store.find(item.id);
      if (present && present.archived_in === null) continue;
      restored.push(item.id);
      if (present) {
        await putBack(tx, present, item, now);
        continue;
      }
      const key = await store.add(item);
      await store.update(key, { aged_from: now });
      const fix = item.fixed_by === null ? undefined : await store.find(item.fixed_by);
      const text = indexedText(item, fix && (await contentOf(context, fix)));
      const { content_type: kind, created_iteration: iteration } = item;
      await context.index.put(tx, { key, kind, iteration, text });
      fresh.push({ key, text });
    }
  });
  await embedTexts(context, fresh);
  return { restored };
}

async function wantedItems(context: Context, request: RestoreRequest): Promise<ContextItem[]> {
  const wanted = request.ids && new Set(request.ids);
  const found = new Map<string, ContextItem>();
  for (const { name } of await listArchives(context)) {
    if (request.date !== undefined && name !== `${request.date}.jsonl`) continue;
    for (const [id, item] of await readArchive(context, name)) {
      if (!wanted || wanted.has(id)) found.set(id, item);
    }
  }
  const missing = [...(wanted ?? [])].filter((id) => !found.has(id));
  if (missing.length === 0) return [...found.values()];
  throw new ToolError('not_found', `No archive holds ${missing.join(', ')}.`, {
    hint: '`ralph context stats` lists the archives; restore without ids brings everything back.',
  });
}

/** The item as it was, with what was learnt about it while it lay in the archive. Its index never left. */
async function putBack(
  db: Handle,
  present: StoredItem,
  item: ContextItem,
  now: number,
): Promise<void> {
  const { id: _, ...row } = rowOf(item);
  await itemStore(db).update(present.key, {
    ...row,
    aged_from: now,
    embedding_id: present.embedding_id,
    usefulness_score: present.usefulness_score,
    usefulness_estimate: present.usefulness_estimate,
    access_count: present.access_count,
    last_accessed: present.last_accessed,
    injected_count: present.injected_count,
    cited_count: present.cited_count,
    credit: present.credit,
    tags: JSON.stringify([...new Set([...item.tags, ...present.tags])]),
    superseded_by: present.superseded_by,
    fixed_by: present.fixed_by,
  });
}
