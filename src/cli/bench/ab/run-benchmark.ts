import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeFileAtomic } from '../../../base/files.ts';
import type { Logger } from '../../../base/logger.ts';
import { version } from '../../../base/version.ts';
import { renderChart } from './chart.ts';
import type { Benchmark } from './load-config.ts';
import { fingerprint, keyOf, planTrials, type Trial, taskFingerprint } from './plan.ts';
import { renderReport } from './report.ts';
import { openResults, type TrialRecord } from './results.ts';
import { runTrial } from './run-trial.ts';
import { leftOf, spentOn } from './spending.ts';
import { type Summary, summarize } from './summarize.ts';

export interface BenchmarkRun {
  readonly benchmark: Benchmark;
  readonly out: string;
  /** Leave the repositories of trials in the folder `trials` beside the results. */
  readonly keep: boolean;
  /** The command that does it again, for the report. */
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly onTrial: (progress: TrialProgress) => void;
}

export interface TrialProgress {
  readonly record: TrialRecord;
  readonly done: number;
  readonly of: number;
}

export interface BenchmarkEnd {
  readonly summary: Summary;
  /** What of the budget is used up, when that ended it. */
  readonly usedUp: string | undefined;
}

/** Runs every trial that has no result yet, then writes the report of all that have one. */
export async function runBenchmark(options: BenchmarkRun): Promise<BenchmarkEnd> {
  const { benchmark, out, env, logger, signal } = options;
  const { settings, tasks } = benchmark;
  const trials = planTrials(benchmark);
  const header = {
    ralph_ab: 1,
    fingerprint: fingerprint(benchmark),
    seed: settings.seed,
    agent: settings.agent,
    max_iterations: settings.max_iterations,
    version,
  } as const;
  const known = new Map(tasks.map((task) => [task.name, taskFingerprint(task)]));
  const results = await openResults(out, header, known);
  const left = remaining(trials, results.records);
  const folder = await mkdtemp(path.join(tmpdir(), 'ralph-ab-'));
  const keepIn = options.keep ? path.join(out, 'trials') : undefined;
  const shop = { folder, keepIn, settings, env, logger, signal };
  let usedUp: string | undefined;
  try {
    for (const trial of left) {
      if (signal.aborted) break;
      const budget = leftOf(settings.budgets, spentOn(results.records));
      usedUp = budget.usedUp;
      if (usedUp !== undefined) break;
      const record = await runTrial(shop, trial, budget.left);
      if (!record) break;
      await results.append(record);
      const done = trials.length - remaining(trials, results.records).length;
      options.onTrial({ record, done, of: trials.length });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const wanted = new Set(trials.map(trialKey));
  const summary = summarize(
    results.records.filter((record) => wanted.has(keyOf(record))),
    {
      agent: settings.agent,
      seed: settings.seed,
      planned: trials.length,
      maxIterations: settings.max_iterations,
      windowTokens: settings.window_tokens,
    },
  );
  const report = renderReport(summary, { command: options.command, chart: 'chart.svg' });
  await writeFileAtomic(path.join(out, 'chart.svg'), renderChart(summary));
  await writeFileAtomic(path.join(out, 'report.md'), report);
  return { summary, usedUp };
}

/** Trials without a result; one that the budget cut off has none. */
function remaining(trials: readonly Trial[], records: readonly TrialRecord[]): readonly Trial[] {
  const done = new Set(records.filter(({ outcome }) => outcome !== 'cut_off').map(keyOf));
  return trials.filter((trial) => !done.has(trialKey(trial)));
}

function trialKey({ task, run, variant }: Trial): string {
  return keyOf({ task: task.name, run, variant });
}
