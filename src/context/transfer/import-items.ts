import type { z } from 'zod';
import { UserError } from '../../base/errors.ts';
import { jsonOrNothing } from '../../base/json.ts';
import type { Context } from '../context.ts';
import { backfillAll } from '../embed-items.ts';
import { indexedText } from '../indexed-text.ts';
import type { ContextItem } from '../item.ts';
import { archiveItems } from '../lifecycle/archive.ts';
import { withRoom } from '../lifecycle/with-room.ts';
import { storableMetadata, storableText } from '../safety/clean-input.ts';
import { contentOf } from '../store/archives.ts';
import { type Handle, itemStore } from '../store/items.ts';
import { currentIteration, setIteration } from '../store/memory-clock.ts';
import { type ExportRecord, headerSchema, recordSchema } from './export-items.ts';

export interface ImportReport {
  readonly imported: number;
  /** Items whose id was there already: what is there stays. */
  readonly skipped: number;
  readonly embedded: number;
}

/** All of an export or nothing of it; every problem is named with its line. */
export async function importLines(context: Context, text: string): Promise<ImportReport> {
  const { header, records } = parseExport(text);
  const result = await withRoom(context, () =>
    context.database.transaction(async (tx) => {
      const now = await currentIteration(tx);
      const isForeign = await isOtherMemory(tx, records);
      if (!isForeign) await setIteration(tx, Math.max(now, header.iteration));
      const later = isForeign ? now - header.iteration : 0;
      return write(context, tx, records, later);
    }),
  );
  await archiveAgain(context, result.archived);
  const { embedded } = await backfillAll(context);
  return { imported: result.imported, skipped: result.skipped, embedded };
}

/**
 * Whether both memories have counted iterations of their own. Then neither count says anything about the other, and
 * what is kept is how old each item was.
 */
async function isOtherMemory(tx: Handle, records: readonly ExportRecord[]): Promise<boolean> {
  const store = itemStore(tx);
  if (await store.isEmpty()) return false;
  const ids = records.flatMap((record) => ('item' in record ? [record.item.id] : []));
  return (await store.findAll(ids)).length === 0;
}

async function write(
  context: Context,
  tx: Handle,
  records: readonly ExportRecord[],
  later: number,
): Promise<{ imported: number; skipped: number; archived: string[] }> {
  const store = itemStore(tx);
  const added = new Map<string, ContextItem & { key: number }>();
  const archived: string[] = [];
  let skipped = 0;
  for (const record of records) {
    if ('item' in record) {
      if (await store.find(record.item.id)) {
        skipped++;
        continue;
      }
      const created_iteration = Math.max(0, record.item.created_iteration + later);
      const item = { ...cleaned(record.item), created_iteration };
      // Its content comes with it; it goes back into an archive of this memory afterwards.
      const state = item.state === 'archived' ? 'summarized' : item.state;
      if (item.state === 'archived') archived.push(item.id);
      added.set(item.id, { ...item, key: await store.add({ ...item, state }) });
    } else if ('feedback' in record) {
      const { helpful, reason, ...feedback } = record.feedback;
      if (!added.has(feedback.item_id)) continue;
      await tx
        .insertInto('feedback')
        .values({ ...feedback, reason: storableText(reason).text, helpful: helpful ? 1 : 0 })
        .execute();
    } else {
      const { held_out, cited, verdict, ...injection } = record.injection;
      if (!added.has(injection.item_id)) continue;
      await tx
        .insertInto('injections')
        .values({
          ...injection,
          held_out: held_out ? 1 : 0,
          cited: cited ? 1 : 0,
          verdict: verdict === null ? null : verdict ? 1 : 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
  const fixes = async (id: string | null) => {
    const here = id === null ? undefined : await store.find(id);
    return here && contentOf(context, here);
  };
  for (const item of added.values()) {
    const fix = item.fixed_by === null ? undefined : added.get(item.fixed_by)?.content;
    const known = fix ?? (await fixes(item.fixed_by));
    const { key, content_type: kind, created_iteration: iteration } = item;
    await context.index.put(tx, { key, kind, iteration, text: indexedText(item, known) });
  }
  return { imported: added.size, skipped, archived };
}

async function archiveAgain(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await archiveItems(context, await itemStore(context.database.kysely).findAll(ids));
}

/** A file from elsewhere is looked through like everything that is stored. */
function cleaned(item: ContextItem): ContextItem {
  return {
    ...item,
    content: storableText(item.content).text,
    summary: item.summary === null ? null : storableText(item.summary).text,
    metadata: storableMetadata(item.metadata),
    tags: item.tags.map((tag) => storableText(tag).text),
    source: storableText(item.source).text,
    cited_files: item.cited_files.filter(({ path }) => storableText(path).text === path),
  };
}

function parseExport(text: string): {
  readonly header: z.output<typeof headerSchema>;
  readonly records: readonly ExportRecord[];
} {
  const [first = '', ...rest] = text.split('\n');
  const header = headerSchema.safeParse(jsonOrNothing(first));
  if (!header.success) {
    throw new UserError('This is not a context export: its first line is not the header of one.', {
      hint: 'Give a file that `ralph context export` wrote.',
    });
  }
  const problems: string[] = [];
  const records = rest.flatMap((line, place) => {
    if (line === '') return [];
    const record = recordSchema.safeParse(jsonOrNothing(line));
    if (record.success) return [record.data];
    problems.push(`line ${place + 2}: ${record.error.issues[0]?.message ?? 'not a record'}`);
    return [];
  });
  if (problems.length === 0) return { header: header.data, records };
  throw new UserError(
    `Nothing was imported: ${problems.length} lines are not records of an export.\n${problems.slice(0, 10).join('\n')}`,
    { hint: 'Correct or delete these lines, or export again.' },
  );
}
