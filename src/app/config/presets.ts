import type { PartialConfig, presetNames } from './schema.ts';

type PresetName = (typeof presetNames)[number];

/** What each preset says before any file does. `standard` is the defaults themselves. */
export const presets: Readonly<Record<PresetName, PartialConfig>> = {
  minimal: {
    learning: {
      mcp_context: {
        storage: { persistence: 'session', max_size_mb: 100 },
        retrieval: { max_items_per_query: 5 },
        lifecycle: { summarize_after_iterations: 10 },
        embeddings: { provider: 'local' },
      },
    },
  },
  standard: {
    learning: {
      mcp_context: {
        storage: { persistence: 'project', max_size_mb: 500 },
        retrieval: { max_items_per_query: 10 },
        lifecycle: { summarize_after_iterations: 20 },
        embeddings: { provider: 'local' },
      },
    },
  },
  aggressive: {
    learning: {
      mcp_context: {
        storage: { persistence: 'global', max_size_mb: 2000 },
        retrieval: { max_items_per_query: 25 },
        lifecycle: { summarize_after_iterations: 50 },
        embeddings: { provider: 'openai' },
      },
    },
  },
};
