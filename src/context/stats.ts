import { modelKey, vectorSpace } from '../embedding/embedder.ts';
import type { Context } from './context.ts';
import { creditReport } from './injections.ts';
import { contextStates, contextTypes } from './item.ts';
import { storeSize } from './lifecycle/limit-size.ts';
import type { ContextStats } from './stats-schema.ts';
import { listArchives } from './store/archives.ts';
import { currentIteration } from './store/memory-clock.ts';

export async function contextStats(context: Context): Promise<ContextStats> {
  const { database, settings } = context;
  const db = database.kysely;
  const count = async (column: 'content_type' | 'state', names: readonly string[]) => {
    const rows = await db
      .selectFrom('items')
      .select((eb) => [column, eb.fn.countAll<number>().as('n')])
      .groupBy(column)
      .execute();
    const counts = new Map(rows.map((row) => [row[column], row.n]));
    return Object.fromEntries(names.map((name) => [name, counts.get(name) ?? 0]));
  };
  const totals = await db
    .selectFrom('items')
    .select((eb) => [
      eb.fn.countAll<number>().as('items'),
      eb.fn.avg<number | null>('usefulness_estimate').as('usefulness'),
    ])
    .executeTakeFirstOrThrow();
  const feedback = await db
    .selectFrom('feedback')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.sum<number | null>('helpful').as('helpful'),
    ])
    .executeTakeFirstOrThrow();
  const errors = await db
    .selectFrom('items')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('content_type', '=', 'error')
    .where('fixed_by', 'is', null)
    .executeTakeFirstOrThrow();
  const archives = await listArchives(context);
  const size = await storeSize(context);
  const helpful = feedback.helpful ?? 0;
  const embedded = await withVectors(context);
  const isOff = context.embedder.health().state === 'off';
  return {
    total_items: totals.items,
    by_type: await count('content_type', contextTypes),
    by_state: await count('state', contextStates),
    iteration: await currentIteration(db),
    size_bytes: size.used + size.free + size.archives,
    max_size_mb: settings.storage.max_size_mb,
    backend: settings.storage.backend,
    persistence: settings.storage.persistence,
    embedded_items: embedded,
    pending_embeddings: isOff ? 0 : totals.items - embedded,
    average_usefulness: totals.usefulness,
    unresolved_errors: errors.n,
    feedback: { helpful, unhelpful: feedback.all - helpful },
    credit: await creditReport(context),
    archives: {
      files: archives.map(({ name, bytes }) => ({ date: name.slice(0, 10), bytes })),
      bytes: size.archives,
    },
  };
}

/** Items whose vectors the model of today can compare. */
async function withVectors({ database, embedder }: Context): Promise<number> {
  const { model } = embedder;
  const rows = await database.kysely
    .selectFrom('items')
    .select((eb) => ['embedding_id', eb.fn.countAll<number>().as('n')])
    .where('embedding_id', 'is not', null)
    .groupBy('embedding_id')
    .execute();
  // A service that has not been asked yet has not said how long its vectors are.
  const isOurs = (space: string) =>
    model.dimension === undefined
      ? space.startsWith(`${modelKey(model)}/`)
      : space === vectorSpace(model);
  const isOff = embedder.health().state === 'off';
  return rows
    .filter(({ embedding_id }) => isOff || isOurs(embedding_id ?? ''))
    .reduce((sum, { n }) => sum + n, 0);
}
