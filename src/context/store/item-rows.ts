import { createHash } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { z } from 'zod';
import {
  type ContextItem,
  citedFileSchema,
  contextStateSchema,
  contextTypeSchema,
  type StoredItem,
} from '../item.ts';
import type { ItemTable } from '../tables.ts';

export type ItemRow = Selectable<ItemTable>;

const strings = z.array(z.string());
const files = z.array(citedFileSchema);
const record = z.record(z.string(), z.unknown());
// A column that a damaged disk or another program spoiled costs that column, not the item.
const readableType = contextTypeSchema.catch('output');
const readableState = contextStateSchema.catch('active');

export function itemOf(row: ItemRow): StoredItem {
  const { content_hash: _, aged_from: __, ...rest } = row;
  return {
    ...rest,
    content_type: readableType.parse(row.content_type),
    state: readableState.parse(row.state),
    tags: parsed(strings, row.tags) ?? [],
    metadata: parsed(record, row.metadata) ?? {},
    cited_files: parsed(files, row.cited_files) ?? [],
  };
}

export function rowOf(item: ContextItem): Insertable<ItemTable> {
  return {
    ...item,
    tags: JSON.stringify(item.tags),
    metadata: JSON.stringify(item.metadata),
    cited_files: JSON.stringify(item.cited_files),
    content_hash: contentHash(item.content_type, item.content),
    aged_from: item.created_iteration,
    embedding_id: null,
    archived_in: null,
  };
}

/** The fields of an item that are its own, and not about where it lies. */
export function plainItem(item: StoredItem): ContextItem {
  const { key: _, embedding_id: __, archived_in: ___, ...plain } = item;
  return plain;
}

export function contentHash(type: string, content: string): string {
  return createHash('sha256').update(`${type}\n${content}`).digest('hex');
}

function parsed<T>(schema: z.ZodType<T>, json: string): T | undefined {
  try {
    const { success, data } = schema.safeParse(JSON.parse(json));
    return success ? data : undefined;
  } catch {
    return undefined;
  }
}
