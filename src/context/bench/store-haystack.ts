import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from '../../base/logger.ts';
import type { Embedder } from '../../embedding/embedder.ts';
import { learningConfig } from '../config.ts';
import { openContext } from '../open-context.ts';
import { storeItems } from '../store-items.ts';
import type { Haystack } from './read-set.ts';
import type { StoredHaystack } from './systems.ts';

export interface BenchContext {
  readonly embedder: Embedder;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const itemsPerStep = 64;

/** Runs `work` on the documents in a store of their own, in a folder that is gone afterwards. */
export async function withHaystack<Result>(
  haystack: Haystack,
  bench: BenchContext,
  work: (stored: StoredHaystack) => Promise<Result>,
): Promise<Result> {
  const root = await mkdtemp(path.join(tmpdir(), 'ralph-bench-'));
  const { env, logger, signal } = bench;
  // Closing a store closes its embedder, and this one is for all of them.
  const embedder = { ...bench.embedder, close: async () => {} };
  const settings = learningConfig.parse({}).mcp_context;
  const context = await openContext({ root, settings, env, logger, embedder });
  try {
    const idOf = new Map<number, string>();
    const seqOf = new Map<number, number>();
    const documents = haystack.documents.filter(({ text }) => text.trim() !== '');
    for (let start = 0; start < documents.length; start += itemsPerStep) {
      const step = documents.slice(start, start + itemsPerStep);
      const stored = await storeItems(
        context,
        step.map(({ text, seq = 0 }) => ({
          content: text,
          content_type: 'iteration',
          created_iteration: seq,
        })),
        { deduplicate: false, signal },
      );
      signal.throwIfAborted();
      for (const [place, { key }] of stored.entries()) {
        idOf.set(key, step[place]?.id ?? '');
        seqOf.set(key, step[place]?.seq ?? 0);
      }
    }
    const now = Math.max(0, ...documents.map(({ seq }) => (seq === undefined ? 0 : seq + 1)));
    return await work({ context, idOf, seqOf, now });
  } finally {
    await context.close();
    await rm(root, { recursive: true, force: true });
  }
}
