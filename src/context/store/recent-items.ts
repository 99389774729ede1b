import path from 'node:path';
import { z } from 'zod';
import { errorMessage } from '../../base/errors.ts';
import { readTextIfExists, writeFileAtomic } from '../../base/files.ts';
import type { Logger } from '../../base/logger.ts';
import { tokenize } from '../../base/tokenize.ts';
import { type ContextItem, contextItemSchema } from '../item.ts';

const mostItems = 60;
const longestContent = 4_000;
const pauseMs = 10_000;

/** The items that were last recalled, kept in a plain file for the day the database cannot be read. */
export interface RecentItems {
  remember(items: readonly ContextItem[]): void;
  /** Those that share most words with the query; none when nothing is shared. */
  find(query: string, limit: number): Promise<ContextItem[]>;
  size(): Promise<number>;
  /** Writes what has not been written yet. */
  flush(): Promise<void>;
}

const fileSchema = z.object({ items: z.array(contextItemSchema) });

export function recentItems(folder: string | undefined, logger: Logger): RecentItems {
  const file = folder === undefined ? undefined : path.join(folder, 'recent.json');
  let items: Map<string, ContextItem> | undefined;
  let dirty = false;
  let lastWrite = Number.NEGATIVE_INFINITY;
  let writing = Promise.resolve();

  async function loaded(): Promise<Map<string, ContextItem>> {
    items ??= new Map((await readItems(file)).map((item) => [item.id, item]));
    return items;
  }

  async function write(): Promise<void> {
    if (!dirty || file === undefined || !items) return;
    dirty = false;
    lastWrite = performance.now();
    try {
      await writeFileAtomic(file, `${JSON.stringify({ items: [...items.values()] })}\n`);
    } catch (thrown) {
      logger.debug('recent context was not kept', { reason: errorMessage(thrown) });
    }
  }

  return {
    remember(recalled) {
      writing = writing.then(async () => {
        const known = await loaded();
        for (const item of recalled) {
          known.delete(item.id);
          known.set(item.id, { ...item, content: item.content.slice(0, longestContent) });
          dirty = true;
        }
        for (const id of known.keys()) {
          if (known.size <= mostItems) break;
          known.delete(id);
        }
        if (performance.now() - lastWrite > pauseMs) await write();
      });
    },
    async find(query, limit) {
      const wanted = new Set(tokenize(query));
      const scored = [...(await loaded()).values()].map((item) => {
        const words = new Set(tokenize(item.content));
        const shared = [...wanted].filter((word) => words.has(word)).length;
        return { item, share: wanted.size === 0 ? 0 : shared / wanted.size };
      });
      return scored
        .filter(({ share }) => share >= 0.34)
        .sort((a, b) => b.share - a.share)
        .slice(0, limit)
        .map(({ item }) => item);
    },
    size: async () => (await loaded()).size,
    async flush() {
      await writing;
      await write();
    },
  };
}

async function readItems(file: string | undefined): Promise<ContextItem[]> {
  if (file === undefined) return [];
  try {
    const text = await readTextIfExists(file);
    if (text === undefined) return [];
    return fileSchema.parse(JSON.parse(text)).items;
  } catch {
    return [];
  }
}
