import { z } from 'zod';
import { about } from '../base/about.ts';
import { reference, secretReference } from '../base/env-reference.ts';

/** `streamable-http` is the protocol's own name for `http`; both are accepted, one is kept. */
export const transport = z
  .enum(['stdio', 'sse', 'http', 'streamable-http'])
  .transform((name) => (name === 'streamable-http' ? 'http' : name));

export const contextTypes = ['task', 'iteration', 'skill', 'file', 'output', 'error'] as const;

const fraction = z.number().min(0).max(1);
const positive = z.int().min(1);
const port = z.int().min(0).max(65_535);
const flag = z.boolean();

const server = z.strictObject({
  transport: about(transport.default('stdio'), 'How the context tools are served.'),
  port: about(port.default(8765), 'Port for sse and http; 0 takes any free one.'),
  auto_start: about(
    flag.default(true),
    'Start the server with the loop. With false the loop uses a server that already runs at this address, and does without when there is none.',
  ),
});

const projectPath = (what: string) =>
  z
    .string()
    .regex(
      /^(?![\\/]|[A-Za-z]:)(?!(?:.*[\\/])?\.\.(?:[\\/]|$)).+$/,
      `must be ${what} inside the project, written relative to its root`,
    );

const storage = z.strictObject({
  backend: about(
    z.enum(['sqlite', 'lancedb', 'memory']).default('sqlite'),
    'Where items are kept. lancedb is an optional package; `ralph doctor` says how to add it.',
  ),
  path: about(
    projectPath('a folder').default('.agent/context'),
    'Folder of the store, relative to the project.',
  ),
  max_size_mb: about(positive.default(500), 'Largest size of the store before it is pruned.'),
  persistence: about(
    z.enum(['session', 'project', 'global']).default('project'),
    "How far items reach: one run, this project, or all projects of this user (kept under the user's data directory).",
  ),
});

const localModel = 'all-MiniLM-L6-v2';
const modelOf = { local: localModel, none: localModel, openai: 'text-embedding-3-small' } as const;

const embeddings = z
  .strictObject({
    provider: about(
      z.enum(['local', 'openai', 'none']).default('local'),
      'Who turns text into vectors: the built-in model, an OpenAI-compatible service, or nobody (text search only).',
    ),
    model: about(
      z.string().min(1).optional(),
      `Name of the model of a service (openai); ${modelOf.openai} unless given. The built-in model is always ${modelOf.local}.`,
      localModel,
    ),
    base_url: about(
      z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
      'Address of an OpenAI-compatible service, when it is not OpenAI itself.',
      'http://localhost:11434/v1',
    ),
    api_key: about(
      secretReference.default(reference('OPENAI_API_KEY')),
      'Key of the service, as a reference to an environment variable.',
    ),
    cache_embeddings: about(
      flag.default(true),
      'Keep vectors by content, so that a text is embedded once.',
    ),
  })
  .transform((block) => ({ ...block, model: block.model ?? modelOf[block.provider] }));

const retrieval = z.strictObject({
  max_items_per_query: about(z.int().min(1).max(50).default(10), 'Most items one query returns.'),
  min_relevance_score: about(
    fraction.default(0.3),
    'Items less relevant than this are not returned, so that a query nothing fits gets nothing.',
  ),
  context_types: about(
    z.array(z.enum(contextTypes)).default(['skill', 'error', 'iteration']),
    'Types of item that the loop asks for.',
  ),
  max_context_tokens: about(positive.default(4000), 'Most tokens of recalled text in one prompt.'),
});

const lifecycle = z.strictObject({
  summarize_after_iterations: about(positive.default(20), 'Age at which items are summarized.'),
  archive_after_iterations: about(positive.default(50), 'Age at which items go to the archive.'),
  prune_after_iterations: about(positive.default(100), 'Age at which items may be pruned.'),
  prune_min_usefulness: about(
    fraction.default(0.3),
    'Only items less useful than this are ever pruned.',
  ),
  summarizer: about(
    z.enum(['extract', 'agent']).default('extract'),
    'How summaries are made: sentences picked from the text, or written by the configured agent.',
  ),
});

const scoring = z.strictObject({
  mode: about(
    z.enum(['multiplicative', 'additive']).default('multiplicative'),
    'multiplicative lets relevance decide and the other factors adjust it; additive is the plain weighted sum.',
  ),
  semantic_weight: about(fraction.default(0.4), 'Weight of semantic similarity.'),
  recency_weight: about(fraction.default(0.25), 'Weight of recency.'),
  usefulness_weight: about(fraction.default(0.2), 'Weight of feedback on usefulness.'),
  type_match_weight: about(
    fraction.default(0.15),
    'Weight of the item having a type that was asked for.',
  ),
});

const credit = z.strictObject({
  holdout: about(
    z.number().min(0).max(0.5).default(0.05),
    'Share of retrieved items left out at random, which is what makes the usefulness estimate honest; 0 turns it off.',
  ),
});

const mcpContext = z.strictObject({
  enabled: about(flag.default(true), 'Store and retrieve context at all.'),
  server: about(server.prefault({}), 'The server of the context tools.'),
  storage: about(storage.prefault({}), 'Where context is kept and how much of it.'),
  embeddings: about(embeddings.prefault({}), 'How text becomes vectors.'),
  retrieval: about(retrieval.prefault({}), 'What a query returns.'),
  lifecycle: about(
    lifecycle.prefault({}),
    'Ages, in iterations, at which items shrink and move. Nothing is lost before it is pruned.',
  ),
  scoring: about(scoring.prefault({}), 'How items are ranked.'),
  credit: about(credit.prefault({}), 'How usefulness is learned.'),
});

/** The `learning` block of ralph.yaml. */
export const learningConfig = z.strictObject({
  enabled: about(flag.default(true), 'Learn from iterations at all.'),
  skillbook_path: about(
    projectPath('a file').default('.agent/skillbook/skillbook.json'),
    'The ACE skillbook, relative to the project. Its skills are recalled like other items.',
  ),
  reflect_every: about(
    z.int().min(0).default(0),
    'After so many iterations of a run its agent is asked what they teach, and the skillbook is changed by its answer. 0 turns it off; what it costs counts against the budgets.',
    5,
  ),
  mcp_context: about(mcpContext.prefault({}), 'The context memory.'),
});

/** `learning.mcp_context` as the context reads it. */
export type ContextSettings = z.output<typeof mcpContext>;
