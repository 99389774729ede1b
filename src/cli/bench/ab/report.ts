import {
  type Comparison,
  percent,
  pText,
  type Summary,
  type TaskComparison,
  type VariantMeasures,
} from './summarize.ts';
import { complexities } from './tasks/task.ts';

/** The report as Markdown. With a simulated agent every heading of numbers says so. */
export function renderReport(
  summary: Summary,
  options: { readonly command: string; readonly chart: string },
): string {
  const mark = summary.simulated ? ' (simulated)' : '';
  const all = summary.comparisons.find(({ name }) => name === 'all');
  const parts = [
    `# A/B benchmark: with and without context${mark}`,
    intro(summary, options.command),
    `## What was asked${mark}`,
    table(
      ['criterion', 'found', 'met'],
      summary.criteria.map(({ text, found, met }) => [
        text,
        found,
        met === null ? 'cannot be said' : met ? 'yes' : '**no**',
      ]),
    ),
    `![Iterations per task${mark}](${options.chart})`,
    `## Iterations${mark}`,
    table(
      ['tasks', 'pairs', 'baseline', 'context', 'fewer', '95% interval', 'by task', 'by run'],
      summary.comparisons.map(iterationRow),
    ),
    method(summary),
    `## By task${mark}`,
    table(
      ['task', 'complexity', 'runs', 'baseline', 'context', 'fewer'],
      summary.tasks.map(taskRow),
    ),
    ...(all ? [`## Measures over all tasks${mark}`, measures(all), relevance(all)] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function intro(summary: Summary, command: string): string {
  const missing = summary.planned - summary.trials;
  return [
    ...(summary.simulated
      ? [
          'Every number here comes from a **simulated** agent working on small made-up repositories. Loop, gates, memory and retrieval are the real ones; the agent is a program that follows the rules in docs/ab.md. It says how retrieval serves an agent of that kind, not how much a real agent would gain.',
        ]
      : [`Agent: ${summary.agent}.`]),
    `${summary.trials} trials, seed ${summary.seed}.${missing > 0 ? ` **${missing} of the planned trials are missing**: this is a part of the benchmark.` : ''}`,
    `\`\`\`sh\n${command}\n\`\`\``,
  ].join('\n\n');
}

function method({ simulated }: Summary): string {
  const noun = simulated ? 'simulated iterations' : 'iterations';
  return [
    `Mean ${noun} until the run is proven done; a run that is not done counts with all it might have had. A pair is one task and run number in both variants, with the same seed.`,
    '“By task” is a paired permutation test (sign flips, two-sided) on the means of tasks, and speaks for other tasks of the kind; it needs at least six tasks that differ. “By run” is Wilcoxon’s signed-rank test on all pairs, and speaks for these tasks only. The interval is a bootstrap over tasks and runs within them.',
  ].join('\n\n');
}

function iterationRow(comparison: Comparison): string[] {
  const { baseline, context, interval, by_task, by_run } = comparison;
  return [
    `${comparison.name} (${comparison.tasks})`,
    String(comparison.pairs),
    baseline.iterations.toFixed(2),
    context.iterations.toFixed(2),
    percent(comparison.iteration_reduction),
    `${percent(interval.low)} to ${percent(interval.high)}`,
    `${pText(by_task.p)}${by_task.exact ? '' : ' (sampled)'}`,
    pText(by_run.p),
  ];
}

function taskRow(task: TaskComparison): string[] {
  return [
    task.task,
    task.complexity,
    String(task.pairs),
    task.baseline_iterations.toFixed(2),
    task.context_iterations.toFixed(2),
    percent(task.reduction),
  ];
}

function measures({ baseline, context }: Comparison): string {
  const row = (name: string, of: (measures: VariantMeasures) => string) => [
    name,
    of(baseline),
    of(context),
  ];
  const orDash = (value: number | null, show: (value: number) => string) =>
    value === null ? '–' : show(value);
  const rows = [
    row('runs proven done', ({ completed, trials }) => `${completed} of ${trials}`),
    row('iterations', ({ iterations }) => iterations.toFixed(2)),
    row('tokens of a run', ({ tokens }) => tokens.toFixed(0)),
    row('tokens of a prompt', ({ prompt_tokens }) => prompt_tokens.toFixed(0)),
    row('context window used by a launch', ({ window_use }) => percent(window_use)),
    row('errors recovered', ({ error_recovery_rate }) => orDash(error_recovery_rate, percent)),
    row('iterations until an error is gone', ({ iterations_to_recover }) =>
      orDash(iterations_to_recover, (value) => value.toFixed(2)),
    ),
    row('cost of a run', ({ cost_usd }) => orDash(cost_usd, (value) => `$${value.toFixed(2)}`)),
  ];
  return table(['measure', 'baseline', 'context'], rows);
}

function relevance({ relevance: found }: Comparison): string {
  const show = (value: number | null) => (value === null ? '–' : percent(value));
  return [
    table(
      ['relevance of what was retrieved', 'share', 'of'],
      [
        [
          'helpful / retrieved',
          show(found.helpful_per_retrieved),
          `${found.helpful_items} of ${found.retrieved_items} items`,
        ],
        [
          'cited / injected',
          show(found.cited_per_injected),
          `${found.cited} of ${found.injected} times`,
        ],
      ],
    ),
    'An item is helpful when it was cited in an iteration after which an error was gone, or marked with `mark_useful`; it counts once in each run. Cited and injected count once in each prompt.',
  ].join('\n\n');
}

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(heading), `|${heading.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** Tasks in the order of the chart. */
export function chartRows({ tasks }: Summary): TaskComparison[] {
  return complexities.flatMap((complexity) =>
    tasks.filter((task) => task.complexity === complexity),
  );
}
