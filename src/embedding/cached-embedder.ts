import { createHash } from 'node:crypto';
import { errorMessage } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { type Embedder, type EmbeddingCache, modelKey } from './embedder.ts';

/** Asks the cache first. A cache that fails costs time, never the vector. */
export function cachedEmbedder(
  embedder: Embedder,
  cache: EmbeddingCache,
  logger?: Logger,
): Embedder {
  const unlessBroken = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (thrown) {
      logger?.warn(`the embedding cache cannot be ${what}`, { reason: errorMessage(thrown) });
      return undefined;
    }
  };
  return {
    // Read through, because a remote model learns its dimension late.
    get model() {
      return embedder.model;
    },
    async embed(text, options) {
      const model = modelKey(embedder.model);
      const hash = createHash('sha256').update(`${options.kind}\0${text}`).digest('hex');
      const known = await unlessBroken('read', () => cache.get(model, hash));
      const { dimension } = embedder.model;
      if (known && (dimension === undefined || known.length === dimension)) return known;
      const vector = await embedder.embed(text, options);
      // A question is rarely asked twice in the same words; texts are, at every re-index.
      if (options.kind === 'document')
        await unlessBroken('written', () => cache.put(model, hash, vector));
      return vector;
    },
    health: () => embedder.health(),
    close: () => embedder.close(),
  };
}
