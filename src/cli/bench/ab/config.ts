import { z } from 'zod';
import { about } from '../../../base/about.ts';
import { agentNames } from '../../../loop/config.ts';
import { complexities } from './tasks/task.ts';

const text = () => z.string().min(1);
const path = () => z.string().regex(/^[^\0]+$/, 'must be a path');

const pastFix = z.strictObject({
  problem: about(text(), 'What was wrong.', 'Refunds are a cent too high.'),
  fix: about(text(), 'What put it right.', 'Round to the even cent in refund.ts.'),
  files: about(z.array(text()).optional(), 'The files that it was about.', ['src/refund.ts']),
});

const task = z.strictObject({
  name: about(text(), 'Of a shipped task, or your own.', 'Bug Fix'),
  complexity: about(z.enum(complexities).optional(), 'How hard it is.', 'medium'),
  expected_improvement: about(
    z
      .string()
      .regex(/^\d+(\.\d+)?(-\d+(\.\d+)?)?%$/, 'must be a percentage such as 20% or 20-30%')
      .optional(),
    'What you expect, for the report.',
    '20-30%',
  ),
  prompt: about(text().optional(), 'What is asked for. Marks a task of your own.', 'Mend …'),
  files: about(z.record(path(), z.string()).optional(), 'The files to work on, by their paths.', {
    'src/a.ts': '…',
  }),
  repository: about(
    path().optional(),
    'A git repository on this machine to work on, relative to this file.',
    '../shop',
  ),
  commit: about(text().optional(), 'Where in its history to begin.', 'v1.2.0'),
  setup: about(text().optional(), 'A command that makes a fresh copy ready.', 'npm ci'),
  gates: about(
    z
      .array(z.strictObject({ name: text(), run: text() }))
      .min(1)
      .optional(),
    'Commands that prove that it is done.',
    [{ name: 'test', run: 'npm test' }],
  ),
  history: about(z.array(pastFix).optional(), 'What the memory knows, oldest first.', []),
  skills: about(z.array(text()).optional(), 'Skills in the memory.', ['Run the linter first.']),
  memory: about(
    path().optional(),
    'A memory that `ralph context export` wrote, relative to this file.',
    'memory.jsonl',
  ),
});

const budgets = z.strictObject({
  cost_usd: about(z.number().positive().optional(), 'Most US dollars for all trials.', 20),
  tokens: about(z.int().positive().optional(), 'Most tokens for all trials.', 5_000_000),
  minutes: about(z.number().positive().optional(), 'Most minutes for all trials.', 240),
});

const simulation = z.strictObject({
  effort: about(z.int().min(4).max(100).default(8), 'Units of work in one iteration.'),
  patience: about(z.int().min(0).max(20).default(2), 'Files read about an error before guessing.'),
  notes: about(z.boolean().default(true), 'Whether it writes to the progress file.'),
});

/** What a trial goes without or with. `mcp_enabled` is another name of `context`. */
const variant = z
  .enum(['baseline', 'context', 'mcp_enabled'])
  .transform((name) => (name === 'mcp_enabled' ? 'context' : name));

const settings = z.strictObject({
  runs_per_task: about(z.int().min(1).max(1_000).default(10), 'Trials per task and variant.'),
  variants: about(
    z
      .array(variant)
      .refine((names) => names.length === 2 && new Set(names).size === 2, {
        message: 'has to name baseline and context.',
        params: { hint: 'Write [baseline, context].' },
      })
      .default(['baseline', 'context']),
    'The two that are compared.',
  ),
  randomize_order: about(z.boolean().default(true), 'Mix the order of trials.'),
  seed: about(z.int().min(0).default(1), 'Everything random derives from it.'),
  max_iterations: about(z.int().min(1).max(1_000).default(20), 'Most iterations of a trial.'),
  agent: about(z.enum(['simulated', ...agentNames]).default('simulated'), 'Who does the work.'),
  ralph: about(
    z.record(z.string(), z.unknown()).optional(),
    'Settings as in ralph.yaml, for both variants: agents, prices, learning, …',
    { agents: { model: 'gpt-5.1' } },
  ),
  window_tokens: about(
    z.int().min(1_000).default(200_000),
    'Size of the context window that use is measured against.',
  ),
  budgets: about(budgets.optional(), 'Limits of the whole benchmark; real agents need one.'),
  usd_per_iteration: about(
    z.number().min(0).optional(),
    'What you think an iteration costs, for the estimate before the start.',
    0.4,
  ),
  simulation: about(simulation.prefault({}), 'How the simulated agent works.'),
});

export const benchConfigSchema = z.strictObject({
  benchmark_tasks: about(
    z.array(task).min(1).optional(),
    'Tasks; the shipped ones unless given.',
    [],
  ),
  config: about(settings.prefault({}), 'How they are run.'),
});

export type BenchConfig = z.output<typeof benchConfigSchema>;
export type BenchSettings = BenchConfig['config'];
export type WrittenTask = z.output<typeof task>;
export type Variant = z.output<typeof variant>;
