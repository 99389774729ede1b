import type { Logger } from '../base/logger.ts';
import { cachedEmbedder } from './cached-embedder.ts';
import { type Embedder, type EmbeddingCache, EmbeddingError } from './embedder.ts';
import { localEmbedder } from './local/local-embedder.ts';
import { remoteEmbedder } from './remote-embedder.ts';

/** As `learning.mcp_context.embeddings` of ralph.yaml has it. */
export interface EmbeddingSettings {
  readonly provider: 'local' | 'openai' | 'none';
  readonly model: string;
  readonly base_url?: string | undefined;
  /** A reference such as `${env:OPENAI_API_KEY}`. */
  readonly api_key?: string;
}

export interface EmbedderOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cache?: EmbeddingCache;
  readonly logger?: Logger;
  /** Where the local model lies; the package's own folder unless given. */
  readonly modelFolder?: string;
  /** How long one text may take, once the model is loaded. */
  readonly timeoutMs?: number;
}

export function createEmbedder(settings: EmbeddingSettings, options: EmbedderOptions): Embedder {
  const embedder = bareEmbedder(settings, options);
  if (!options.cache || settings.provider === 'none') return embedder;
  return cachedEmbedder(embedder, options.cache, options.logger);
}

function bareEmbedder(settings: EmbeddingSettings, options: EmbedderOptions): Embedder {
  switch (settings.provider) {
    case 'local':
      return localEmbedder(options);
    case 'openai':
      return remoteEmbedder(settings, options);
    case 'none':
      return noEmbedder();
  }
}

function noEmbedder(): Embedder {
  return {
    model: { id: 'none', dimension: undefined, hash: '' },
    async embed() {
      throw new EmbeddingError('unavailable', 'Embeddings are turned off (provider: none).');
    },
    health: () => ({ state: 'off', model: 'none' }),
    async close() {},
  };
}
