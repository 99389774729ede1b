import { z } from 'zod';
import type { Context } from '../context.ts';
import { contextItemSchema } from '../item.ts';
import { contentOf } from '../store/archives.ts';
import { plainItem } from '../store/item-rows.ts';
import { itemStore } from '../store/items.ts';
import { currentIteration } from '../store/memory-clock.ts';

/** The first line of an export. */
export const headerSchema = z.strictObject({
  format: z.literal('ralph-context'),
  version: z.literal(1),
  /** The memory's count of iterations, from which the ages of its items follow. */
  iteration: z.int().min(0),
});

const feedbackSchema = z.strictObject({
  item_id: z.string(),
  helpful: z.boolean(),
  reason: z.string(),
  author: z.string(),
  session_id: z.string().nullable(),
  at: z.string(),
});

const injectionSchema = z.strictObject({
  run_id: z.string(),
  iteration: z.int(),
  session_id: z.string().nullable(),
  item_id: z.string(),
  held_out: z.boolean(),
  cited: z.boolean(),
  verdict: z.boolean().nullable(),
  at: z.string(),
});

/** Ids stand in headings of prompts. */
const importedItem = contextItemSchema.extend({
  id: z.string().regex(/^[\w.:-]{1,100}$/, 'an id has letters, digits and _ . : - only'),
});

/** Every other line is one of these. */
export const recordSchema = z.union([
  z.strictObject({ item: importedItem }),
  z.strictObject({ feedback: feedbackSchema }),
  z.strictObject({ injection: injectionSchema }),
]);
export type ExportRecord = z.output<typeof recordSchema>;

const page = 500;

/**
 * The whole memory as lines of JSON, in the order it was stored: the same memory is always the same bytes.
 * Vectors are left out, as they follow from the text. The content of archived items is put back into them.
 */
export async function* exportLines(context: Context): AsyncGenerator<string> {
  const { kysely } = context.database;
  const iteration = await currentIteration(kysely);
  yield line({ format: 'ralph-context', version: 1, iteration });
  for (let after = 0; ; ) {
    const items = await itemStore(kysely).page(after, page);
    for (const item of items) {
      yield line({ item: plainItem({ ...item, content: await contentOf(context, item) }) });
    }
    const last = items.at(-1);
    if (!last) break;
    after = last.key;
  }
  for (const row of await kysely.selectFrom('feedback').selectAll().orderBy('id').execute()) {
    const { id: _, ...feedback } = row;
    yield line({ feedback: { ...feedback, helpful: row.helpful === 1 } });
  }
  for (const row of await kysely.selectFrom('injections').selectAll().orderBy('id').execute()) {
    const { id: _, ...injection } = row;
    const verdict = row.verdict === null ? null : row.verdict === 1;
    const flags = { held_out: row.held_out === 1, cited: row.cited === 1, verdict };
    yield line({ injection: { ...injection, ...flags } });
  }
}

function line(value: z.input<typeof headerSchema> | ExportRecord): string {
  return `${JSON.stringify(value)}\n`;
}
