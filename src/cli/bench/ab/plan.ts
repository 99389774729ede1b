import { createHash } from 'node:crypto';
import type { BenchSettings, Variant } from './config.ts';
import type { Benchmark } from './load-config.ts';
import { seededRandom, shuffledBy } from './random.ts';
import type { BenchTask } from './tasks/task.ts';

/** One run of one task in one variant. */
export interface Trial {
  readonly task: BenchTask;
  /** From 1. */
  readonly run: number;
  readonly variant: Variant;
  /** The same in both variants. */
  readonly seed: string;
}

export interface TrialKey {
  readonly task: string;
  readonly run: number;
  readonly variant: Variant;
}

export function keyOf({ task, run, variant }: TrialKey): string {
  return `${task}\0${run}\0${variant}`;
}

/** Every trial, in the order in which they are run. */
export function planTrials({ tasks, settings }: Benchmark): Trial[] {
  const trials = tasks.flatMap((task) =>
    Array.from({ length: settings.runs_per_task }, (_, at) => at + 1).flatMap((run) =>
      settings.variants.map((variant) => ({
        task,
        run,
        variant,
        seed: seedOf(settings, task, run),
      })),
    ),
  );
  return settings.randomize_order
    ? shuffledBy(trials, seededRandom('order', settings.seed))
    : trials;
}

function seedOf({ seed }: BenchSettings, { name }: BenchTask, run: number): string {
  return createHash('sha256').update(`${seed}\0${name}\0${run}`).digest('hex').slice(0, 16);
}

/**
 * What results depend on. Results of another one are never mixed in. How many runs there are, which tasks are chosen
 * and what may be spent only decide how many results there will be.
 */
export function fingerprint({ settings }: Benchmark): string {
  const { runs_per_task, budgets, usd_per_iteration, randomize_order, ...rest } = settings;
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex').slice(0, 16);
}

/** What a result depends on in its task. */
export function taskFingerprint(task: BenchTask): string {
  return createHash('sha256').update(JSON.stringify(task)).digest('hex').slice(0, 16);
}
