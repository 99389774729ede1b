import { newId } from '../base/ids.ts';
import { timeLimit } from '../base/time-limit.ts';
import { citeFiles } from './cited-files.ts';
import type { Context } from './context.ts';
import { embedTexts } from './embed-items.ts';
import { mostTags } from './fields.ts';
import { indexedText, textToIndex } from './indexed-text.ts';
import { type ContextItem, freshItem, isOpenError, type NewItem, type StoredItem } from './item.ts';
import { limitSize } from './lifecycle/limit-size.ts';
import { withRoom } from './lifecycle/with-room.ts';
import { linkItem } from './link-items.ts';
import { trustOf } from './rules/trust.ts';
import { givesOrders, storableMetadata, storableText } from './safety/clean-input.ts';
import { sourceCommit } from './source-commit.ts';
import { type Handle, itemStore } from './store/items.ts';
import { currentIteration } from './store/memory-clock.ts';

export interface StoreOptions {
  /** The same words of the same type are kept once, and count as fresh again. */
  readonly deduplicate?: boolean;
  /** Leave the vectors to a later back-fill. */
  readonly embed?: boolean;
  /** How long the vectors may take; what has none by then is left to the back-fill too. */
  readonly embedWithinMs?: number;
  readonly signal?: AbortSignal;
}

export interface StoredResult {
  readonly id: string;
  readonly key: number;
  readonly deduplicated: boolean;
  readonly redacted: boolean;
  readonly embedded: boolean;
}

interface Written extends Omit<StoredResult, 'embedded'> {
  /** What has to be embedded; undefined when its vectors stand. */
  readonly text?: string | undefined;
}

/** Where an error was met. */
type MeetingPlace = Pick<ContextItem, 'source_run' | 'source_iteration' | 'source_task'>;

interface Prepared {
  readonly item: Omit<ContextItem, 'created_iteration'> & { created_iteration: number | undefined };
  readonly redacted: boolean;
}

/** Stores items: rows and text index in one transaction, acknowledged when it is on disk; then the vectors. */
export async function storeItems(
  context: Context,
  items: readonly NewItem[],
  options: StoreOptions = {},
): Promise<StoredResult[]> {
  const commit = await sourceCommit(context.root);
  const prepared: Prepared[] = [];
  for (const item of items) prepared.push(await prepare(context, item, commit));

  const written = await withRoom(context, () =>
    context.database.transaction(async (tx) => {
      const now = await currentIteration(tx);
      const results: Written[] = [];
      for (const each of prepared) {
        results.push(await write(context, tx, each, now, options.deduplicate ?? true));
      }
      return results;
    }),
  );

  const fresh = written.flatMap(({ key, text }) => (text === undefined ? [] : [{ key, text }]));
  const embedded = options.embed === false ? 0 : await embedFresh(context, fresh, options);
  await limitSize(context);
  const withVectors = new Set(fresh.slice(0, embedded).map(({ key }) => key));
  return written.map(({ text, ...result }) => ({
    ...result,
    embedded: text === undefined || withVectors.has(result.key),
  }));
}

async function embedFresh(
  context: Context,
  fresh: Parameters<typeof embedTexts>[1],
  { signal, embedWithinMs }: StoreOptions,
): Promise<number> {
  if (embedWithinMs === undefined) return (await embedTexts(context, fresh, signal)).embedded;
  const limit = timeLimit(embedWithinMs, [signal]);
  try {
    return (await embedTexts(context, fresh, limit.signal)).embedded;
  } finally {
    limit.end();
  }
}

async function prepare(
  { root, clock, settings }: Context,
  item: NewItem,
  commit: string | null,
): Promise<Prepared> {
  const { text: content, redacted } = storableText(item.content);
  const { content_type, source = 'agent', metadata = {}, tags = [] } = item;
  return {
    redacted,
    item: {
      ...freshItem,
      id: item.id ?? newId('ctx', clock),
      content,
      content_type,
      created_at: clock.now().toISOString(),
      created_iteration: item.created_iteration,
      source,
      tags: [...new Set(tags.map((tag) => storableText(tag).text))],
      metadata: storableMetadata(metadata),
      source_iteration: item.source_iteration ?? null,
      source_run: item.source_run ?? null,
      source_task: item.source_task ?? null,
      source_commit: commit,
      source_project: settings.storage.persistence === 'global' ? root : null,
      cited_files: await citeFiles(root, item.files ?? []),
      trust:
        item.trust ?? trustOf({ source, content_type, givesOrders: givesOrders(item.content) }),
      supersedes: item.supersedes ?? null,
      fixes: item.fixes ?? null,
    },
  };
}

async function write(
  context: Context,
  tx: Handle,
  { item, redacted }: Prepared,
  now: number,
  deduplicate: boolean,
): Promise<Written> {
  const { index } = context;
  const store = itemStore(tx);
  const again = await store.find(item.id);
  if (again) return { id: again.id, key: again.key, deduplicated: true, redacted };
  const same =
    deduplicate && item.content_type !== 'iteration' && !item.supersedes && !item.fixes
      ? await store.findSame(item.content_type, item.content)
      : undefined;
  if (same) {
    const text = await refresh(context, tx, same, item, now);
    return { id: same.id, key: same.key, deduplicated: true, redacted, text };
  }
  const created_iteration = item.created_iteration ?? now;
  const key = await store.add({ ...item, created_iteration });
  const text = indexedText(item);
  await index.put(tx, { key, kind: item.content_type, iteration: created_iteration, text });
  await linkItem(tx, index, item);
  return { id: item.id, key, deduplicated: false, redacted, text };
}

/**
 * Said again is as good as new, wherever in its life the item was. Answers with what the item is found by from now
 * on, if that has changed.
 */
async function refresh(
  context: Context,
  db: Handle,
  same: StoredItem,
  said: Pick<ContextItem, 'tags'> & MeetingPlace,
  now: number,
): Promise<string | undefined> {
  const store = itemStore(db);
  const tags = [...new Set([...same.tags, ...said.tags])].slice(0, mostTags);
  let text: string | undefined;
  if (tags.length > same.tags.length) {
    const { key, content_type: kind, created_iteration: iteration } = same;
    text = await textToIndex(context, { ...same, tags }, store.find);
    await context.index.put(db, { key, kind, iteration, text });
  }
  await store.update(same.key, {
    aged_from: now,
    tags: JSON.stringify(tags),
    ...(text !== undefined && { embedding_id: null }),
    // Whoever meets an open error again may be the one who gets past it.
    ...(isOpenError(same) && metAgain(same, said)),
    ...(same.state === 'aging' && { state: 'active' }),
  });
  return text;
}

/** In the run that it was met in, it stays dated by the iteration that met it first. */
function metAgain(
  same: StoredItem,
  { source_run, source_iteration, source_task }: MeetingPlace,
): MeetingPlace {
  return {
    source_run,
    source_task,
    source_iteration: source_run === same.source_run ? same.source_iteration : source_iteration,
  };
}
