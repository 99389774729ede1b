import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { UserError } from '../../base/errors.ts';
import { appendDurably, readTextIfExists, writeFileAtomic } from '../../base/files.ts';
import type { Context } from '../context.ts';
import { type ContextItem, contextItemSchema, type StoredItem } from '../item.ts';
import { archiveFolder } from './place.ts';

/** One line of an archive: the item exactly as it was. */
const lineSchema = z.object({ item: contextItemSchema });

const fileName = /^\d{4}-\d{2}-\d{2}\.jsonl$/;

export interface ArchiveFile {
  /** `2026-01-31.jsonl` */
  readonly name: string;
  readonly bytes: number;
}

/** Oldest first. */
export async function listArchives(context: Context): Promise<ArchiveFile[]> {
  if (context.folder === undefined) return [];
  const folder = archiveFolder(context.folder);
  const names = (await readdir(folder).catch(() => [])).filter((name) => fileName.test(name));
  const files: ArchiveFile[] = [];
  for (const name of names.sort()) {
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    if (found?.isFile()) files.push({ name, bytes: found.size });
  }
  return files;
}

/** Adds items to the archive of the day and waits until they are on the disk. */
export async function appendToArchive(
  context: Context,
  items: readonly ContextItem[],
): Promise<string> {
  const name = `${context.clock.now().toISOString().slice(0, 10)}.jsonl`;
  const lines = items.map(lineOf).join('');
  await appendDurably(path.join(foldersOf(context), name), lines);
  return name;
}

/** The archive that was read last: items of one archive are asked for one after the other. */
const lastRead = new WeakMap<Context, { file: string; stamp: string; items: ArchivedItems }>();

type ArchivedItems = ReadonlyMap<string, ContextItem>;

/** Every item of an archive by its id. Of an item that was archived twice the later state counts. */
export async function readArchive(context: Context, name: string): Promise<ArchivedItems> {
  if (!fileName.test(name)) return new Map();
  const file = path.join(foldersOf(context), name);
  const found = await stat(file).catch(() => undefined);
  const stamp = `${found?.size} ${found?.mtimeMs}`;
  const known = lastRead.get(context);
  if (known?.file === file && known.stamp === stamp) return known.items;
  const items = new Map<string, ContextItem>();
  for (const line of ((await readTextIfExists(file)) ?? '').split('\n')) {
    const item = itemIn(line);
    if (item) items.set(item.id, item);
  }
  lastRead.set(context, { file, stamp, items });
  return items;
}

/** Writes an archive anew with these items only; without any it goes. */
export async function keepInArchive(
  context: Context,
  name: string,
  ids: ReadonlySet<string>,
): Promise<void> {
  const kept = [...(await readArchive(context, name)).values()].filter(({ id }) => ids.has(id));
  if (kept.length === 0) return removeArchive(context, name);
  await writeFileAtomic(path.join(foldersOf(context), name), kept.map(lineOf).join(''));
}

function lineOf(item: ContextItem): string {
  return `${JSON.stringify({ item })}\n`;
}

async function removeArchive(context: Context, name: string): Promise<void> {
  if (fileName.test(name)) await rm(path.join(foldersOf(context), name), { force: true });
}

/** The whole content of an item: from its row, or from the archive that holds it, or what is left of it. */
export async function contentOf(context: Context, item: StoredItem): Promise<string> {
  if (item.archived_in === null) return item.content;
  const archived = (await readArchive(context, item.archived_in)).get(item.id);
  return archived?.content ?? item.summary ?? '';
}

/** A line that a killed process left half written, or that somebody edited, is passed over. */
function itemIn(line: string): ContextItem | undefined {
  if (line === '') return undefined;
  try {
    return lineSchema.parse(JSON.parse(line)).item;
  } catch {
    return undefined;
  }
}

function foldersOf(context: Context): string {
  if (context.folder !== undefined) return archiveFolder(context.folder);
  throw new UserError('This memory is not kept on disk, so that it has no archives.', {
    hint: 'Set learning.mcp_context.storage.backend to sqlite and persistence to project.',
  });
}
