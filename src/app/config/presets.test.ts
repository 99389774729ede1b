import { expect, it } from 'vitest';
import { reference } from '../../base/env-reference.ts';
import { namedLayer } from './layer.ts';
import { resolveConfig } from './resolve-config.ts';
import { presetNames } from './schema.ts';

const contextOf = (preset?: string) =>
  resolveConfig(preset ? [namedLayer('flag', '--preset', { preset })] : []).config.learning;

it.each([
  ['minimal', 'session', 100, 5, 10, 'local'],
  ['standard', 'project', 500, 10, 20, 'local'],
  ['aggressive', 'global', 2000, 25, 50, 'openai'],
])('%s', (preset, persistence, size, items, summarize, provider) => {
  expect(contextOf(preset).mcp_context).toMatchObject({
    storage: { persistence, max_size_mb: size },
    retrieval: { max_items_per_query: items },
    lifecycle: { summarize_after_iterations: summarize },
    embeddings: { provider },
  });
});

it('has no preset with problems of its own, and standard is the defaults', () => {
  for (const preset of presetNames) {
    expect(resolveConfig([namedLayer('flag', '--preset', { preset })]).problems).toEqual([]);
  }
  expect(contextOf('standard')).toEqual(contextOf());
});

it('has the documented defaults', () => {
  expect(contextOf()).toEqual({
    enabled: true,
    skillbook_path: '.agent/skillbook/skillbook.json',
    reflect_every: 0,
    mcp_context: {
      enabled: true,
      server: { transport: 'stdio', port: 8765, auto_start: true },
      storage: {
        backend: 'sqlite',
        path: '.agent/context',
        max_size_mb: 500,
        persistence: 'project',
      },
      embeddings: {
        provider: 'local',
        model: 'all-MiniLM-L6-v2',
        api_key: reference('OPENAI_API_KEY'),
        cache_embeddings: true,
      },
      retrieval: {
        max_items_per_query: 10,
        min_relevance_score: 0.3,
        context_types: ['skill', 'error', 'iteration'],
        max_context_tokens: 4000,
      },
      lifecycle: {
        summarize_after_iterations: 20,
        archive_after_iterations: 50,
        prune_after_iterations: 100,
        prune_min_usefulness: 0.3,
        summarizer: 'extract',
      },
      scoring: {
        mode: 'multiplicative',
        semantic_weight: 0.4,
        recency_weight: 0.25,
        usefulness_weight: 0.2,
        type_match_weight: 0.15,
      },
      credit: { holdout: 0.05 },
    },
  });
});
