import type { Variant } from './config.ts';
import type { TrialRecord } from './results.ts';
import {
  type Interval,
  mean,
  type Pair,
  reduction,
  reductionInterval,
  signFlipTest,
  type TestResult,
  wilcoxonTest,
} from './statistics.ts';
import { type Complexity, complexities } from './tasks/task.ts';

/** What trials of one variant came to, on average. */
export interface VariantMeasures {
  readonly trials: number;
  readonly completed: number;
  /** A trial that was not finished counts with all the iterations it might have had. */
  readonly iterations: number;
  readonly tokens: number;
  readonly prompt_tokens: number;
  /** Tokens of a launch as a share of the window. */
  readonly window_use: number;
  readonly errors_seen: number;
  readonly error_recovery_rate: number | null;
  readonly iterations_to_recover: number | null;
  readonly cost_usd: number | null;
}

export interface Relevance {
  readonly retrieved_items: number;
  readonly helpful_items: number;
  /** Of the items that were retrieved at all, those that helped at least once. */
  readonly helpful_per_retrieved: number | null;
  readonly injected: number;
  readonly cited: number;
  /** Of the times that an item was in a prompt, those in which it was cited. */
  readonly cited_per_injected: number | null;
}

export interface Comparison {
  readonly name: string;
  readonly tasks: number;
  readonly pairs: number;
  readonly baseline: VariantMeasures;
  readonly context: VariantMeasures;
  readonly relevance: Relevance;
  readonly iteration_reduction: number;
  readonly interval: Interval;
  /** On the means of tasks: speaks for other tasks of the kind. */
  readonly by_task: TestResult;
  /** On single pairs of runs: speaks for these tasks only. */
  readonly by_run: TestResult;
}

export interface TaskComparison {
  readonly task: string;
  readonly complexity: Complexity;
  readonly pairs: number;
  readonly baseline_iterations: number;
  readonly context_iterations: number;
  readonly reduction: number;
}

export interface Criterion {
  readonly text: string;
  /** Null while there is too little to say. */
  readonly met: boolean | null;
  readonly found: string;
}

export interface Summary {
  readonly agent: string;
  readonly simulated: boolean;
  readonly seed: number;
  readonly trials: number;
  readonly planned: number;
  readonly comparisons: readonly Comparison[];
  readonly tasks: readonly TaskComparison[];
  readonly criteria: readonly Criterion[];
}

export interface SummaryOptions {
  readonly agent: string;
  readonly seed: number;
  readonly planned: number;
  readonly maxIterations: number;
  readonly windowTokens: number;
}

interface PairedRecords {
  readonly task: string;
  readonly complexity: Complexity;
  readonly baseline: TrialRecord;
  readonly context: TrialRecord;
}

/** Below this many tasks no outcome of the test on tasks can be below 0.05. */
const fewestTasks = 6;

export function summarize(records: readonly TrialRecord[], options: SummaryOptions): Summary {
  const pairs = pairsOf(records);
  const compare = (name: string, wanted: readonly Complexity[]) =>
    compareOf(
      name,
      pairs.filter(({ complexity }) => wanted.includes(complexity)),
      options,
    );
  const comparisons = [
    ...complexities.map((complexity) => compare(complexity, [complexity])),
    compare('medium and high', ['medium', 'high']),
    compare('all', complexities),
  ].filter((comparison) => comparison.pairs > 0);
  return {
    agent: options.agent,
    simulated: options.agent === 'simulated',
    seed: options.seed,
    trials: records.filter(({ outcome }) => outcome !== 'cut_off').length,
    planned: options.planned,
    comparisons,
    tasks: tasksOf(pairs, options),
    criteria: criteriaOf(comparisons),
  };
}

function pairsOf(records: readonly TrialRecord[]): PairedRecords[] {
  const known = new Map<string, Partial<Record<Variant, TrialRecord>>>();
  for (const record of records) {
    if (record.outcome === 'cut_off') continue;
    const key = `${record.task}\0${record.run}`;
    known.set(key, { ...known.get(key), [record.variant]: record });
  }
  const pairs = [...known.values()].flatMap(({ baseline, context }) =>
    baseline && context
      ? [{ task: baseline.task, complexity: baseline.complexity, baseline, context }]
      : [],
  );
  // The order in which trials ended must not show in what is drawn at random.
  return pairs.sort((a, b) =>
    a.task < b.task ? -1 : a.task > b.task ? 1 : a.baseline.run - b.baseline.run,
  );
}

function iterationsOf(record: TrialRecord, { maxIterations }: SummaryOptions): number {
  return record.outcome === 'complete' ? record.iterations : maxIterations;
}

function byTask(pairs: readonly PairedRecords[], options: SummaryOptions): Map<string, Pair[]> {
  const tasks = new Map<string, Pair[]>();
  for (const { task, baseline, context } of pairs) {
    const pair = {
      baseline: iterationsOf(baseline, options),
      context: iterationsOf(context, options),
    };
    tasks.set(task, [...(tasks.get(task) ?? []), pair]);
  }
  return tasks;
}

function compareOf(
  name: string,
  pairs: readonly PairedRecords[],
  options: SummaryOptions,
): Comparison {
  const tasks = [...byTask(pairs, options).values()];
  const means = tasks.map((each) => ({
    baseline: mean(each.map(({ baseline }) => baseline)),
    context: mean(each.map(({ context }) => context)),
  }));
  const contexts = pairs.map(({ context }) => context);
  return {
    name,
    tasks: tasks.length,
    pairs: pairs.length,
    baseline: measuresOf(
      pairs.map(({ baseline }) => baseline),
      options,
    ),
    context: measuresOf(contexts, options),
    relevance: relevanceOf(contexts),
    iteration_reduction: reduction(
      mean(means.map(({ baseline }) => baseline)),
      mean(means.map(({ context }) => context)),
    ),
    interval: reductionInterval(tasks, `bootstrap ${options.seed}`),
    by_task: signFlipTest(
      means.map(({ baseline, context }) => baseline - context),
      `sign flips ${options.seed}`,
    ),
    by_run: wilcoxonTest(tasks.flat().map(({ baseline, context }) => baseline - context)),
  };
}

function measuresOf(records: readonly TrialRecord[], options: SummaryOptions): VariantMeasures {
  const costs = records.flatMap(({ spend }) => (spend.cost_usd === null ? [] : [spend.cost_usd]));
  const seen = sum(records.map(({ errors_seen }) => errors_seen));
  return {
    trials: records.length,
    completed: records.filter(({ outcome }) => outcome === 'complete').length,
    iterations: mean(records.map((record) => iterationsOf(record, options))),
    tokens: mean(records.map(({ spend }) => spend.input_tokens + spend.output_tokens)),
    prompt_tokens: mean(records.flatMap(({ prompt_tokens }) => prompt_tokens)),
    window_use: mean(records.flatMap(({ launch_tokens }) => launch_tokens)) / options.windowTokens,
    errors_seen: seen,
    error_recovery_rate: share(sum(records.map(({ errors_recovered }) => errors_recovered)), seen),
    iterations_to_recover: orNull(
      mean(records.flatMap(({ recovery_iterations }) => recovery_iterations)),
    ),
    cost_usd: orNull(mean(costs)),
  };
}

function relevanceOf(records: readonly TrialRecord[]): Relevance {
  const total = (of: (record: TrialRecord) => number) => sum(records.map(of));
  const retrieved = total(({ retrieved_items }) => retrieved_items);
  const helpful = total(({ helpful_items }) => helpful_items);
  const injected = total((record) => record.injected);
  const cited = total((record) => record.cited);
  return {
    retrieved_items: retrieved,
    helpful_items: helpful,
    helpful_per_retrieved: share(helpful, retrieved),
    injected,
    cited,
    cited_per_injected: share(cited, injected),
  };
}

function tasksOf(pairs: readonly PairedRecords[], options: SummaryOptions): TaskComparison[] {
  return [...byTask(pairs, options)]
    .map(([task, each]) => {
      const baseline = mean(each.map((pair) => pair.baseline));
      const context = mean(each.map((pair) => pair.context));
      return {
        task,
        complexity: pairs.find((pair) => pair.task === task)?.complexity ?? 'medium',
        pairs: each.length,
        baseline_iterations: baseline,
        context_iterations: context,
        reduction: reduction(baseline, context),
      };
    })
    .sort((a, b) => complexities.indexOf(a.complexity) - complexities.indexOf(b.complexity));
}

function criteriaOf(comparisons: readonly Comparison[]): Criterion[] {
  const harder = comparisons.find(({ name }) => name === 'medium and high');
  const simple = comparisons.find(({ name }) => name === 'low');
  const all = comparisons.find(({ name }) => name === 'all');
  const criteria: Criterion[] = [];
  if (harder) {
    const test = harder.tasks >= fewestTasks ? harder.by_task : harder.by_run;
    const kind = harder.tasks >= fewestTasks ? 'by task' : 'by run';
    criteria.push({
      text: 'At least 15% fewer iterations on medium and high tasks',
      met: harder.iteration_reduction >= 0.15,
      found: percent(harder.iteration_reduction),
    });
    criteria.push({
      text: 'p < 0.05 for it',
      met: test.p < 0.05,
      found: `${pText(test.p)} (${kind})`,
    });
  }
  if (simple) {
    criteria.push({
      text: 'No more iterations on low tasks',
      met: simple.context.iterations <= simple.baseline.iterations,
      found: `${simple.baseline.iterations.toFixed(2)} → ${simple.context.iterations.toFixed(2)}`,
    });
  }
  const relevant = all?.relevance.helpful_per_retrieved ?? null;
  criteria.push({
    text: 'More than 60% of retrieved items helpful',
    met: relevant === null ? null : relevant > 0.6,
    found: relevant === null ? 'nothing was retrieved' : percent(relevant),
  });
  return criteria;
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

export function pText(p: number): string {
  return p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
