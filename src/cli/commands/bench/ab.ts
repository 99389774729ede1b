import path from 'node:path';
import type { Benchmark } from '../../bench/ab/load-config.ts';
import type { BenchmarkEnd, TrialProgress } from '../../bench/ab/run-benchmark.ts';
import type { Summary } from '../../bench/ab/summarize.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { numberOption } from '../../project/read-input.ts';
import { textOption } from '../../read-values.ts';
import { styleFor } from '../../terminal/style.ts';
import { renderTable } from '../../terminal/table.ts';
import { UsageError } from '../../usage-error.ts';

const defaultFolder = 'ralph-ab';

export const command: CommandSpec = {
  description:
    'Runs each task several times without the memory and with it, in repositories of their own, and tests whether the difference is more than chance. Without --config: the shipped tasks with a simulated agent. Results are kept trial by trial, so that the same command goes on where it was broken off. Exits 1 when the budget ended it early.',
  options: [
    { name: 'config', value: 'FILE', description: 'Tasks, agent and budgets, as YAML' },
    {
      name: 'out',
      value: 'DIR',
      description: 'Folder of results.jsonl, report.md and chart.svg',
      default: defaultFolder,
    },
    { name: 'seed', value: 'N', description: 'Instead of the seed in the file' },
    { name: 'runs', value: 'N', description: 'Instead of runs_per_task in the file' },
    { name: 'tasks', value: 'NAMES', description: 'Only these tasks, separated by commas' },
    { name: 'keep', description: 'Leave the repositories of trials in DIR/trials' },
    { name: 'dry-run', description: 'The plan and what it may cost; runs nothing' },
    {
      name: 'simulate',
      value: 'SEED',
      internal: true,
      description: 'Be the simulated agent for one launch',
    },
  ],
  examples: [
    { command: 'ralph bench ab --dry-run', does: 'What would be run, and what it may cost.' },
    { command: 'ralph bench ab --runs 2 --tasks "Bug Fix"', does: 'A quick look, simulated.' },
    {
      command: 'ralph bench ab --config ab.yaml --out results/claude',
      does: 'Tasks and an agent of your own.',
    },
    { command: 'ralph bench ab --json', does: 'The summary as JSON.' },
  ],
  async run(invocation) {
    const simulated = textOption(invocation, 'simulate');
    if (simulated !== undefined) return simulate(simulated, invocation);
    const benchmark = await readBenchmark(invocation);
    const out = path.resolve(invocation.cwd, textOption(invocation, 'out') ?? defaultFolder);
    if (invocation.options['dry-run'] === true) return showPlan(benchmark, invocation);
    const { runBenchmark } = await import('../../bench/ab/run-benchmark.ts');
    const ended = await runBenchmark({
      benchmark,
      out,
      keep: invocation.options.keep === true,
      command: commandOf(invocation),
      env: invocation.env,
      logger: invocation.logger,
      signal: invocation.askedToStop ?? invocation.signal,
      onTrial: (progress) => showTrial(progress, invocation),
    });
    if (invocation.json)
      invocation.output.json({ ...ended.summary, used_up: ended.usedUp ?? null });
    else showEnd(ended, out, invocation);
    if (invocation.signal.aborted) return 130;
    return ended.usedUp === undefined ? 0 : 1;
  },
};

async function simulate(written: string, { cwd, output }: Invocation): Promise<number> {
  const [seed = '', effort, patience, notes] = written.split(',');
  const { simulateAgent } = await import('../../bench/ab/simulated/agent.ts');
  const settings = {
    effort: Number(effort),
    patience: Number(patience),
    notes: notes === 'notes',
  };
  simulateAgent(cwd, { seed, settings }, (line) => output.line(line));
  return 0;
}

async function readBenchmark(invocation: Invocation): Promise<Benchmark> {
  const { loadBenchmark, shippedBenchmark } = await import('../../bench/ab/load-config.ts');
  const file = textOption(invocation, 'config');
  const written =
    file === undefined
      ? shippedBenchmark()
      : await loadBenchmark(path.resolve(invocation.cwd, file), file);
  const seed = numberOption(invocation, 'seed', { min: 0, max: 2 ** 31 });
  const runs = numberOption(invocation, 'runs', { min: 1, max: 1_000 });
  return {
    tasks: chosenTasks(written.tasks, textOption(invocation, 'tasks')),
    settings: {
      ...written.settings,
      ...(seed !== undefined && { seed }),
      ...(runs !== undefined && { runs_per_task: runs }),
    },
  };
}

function chosenTasks(tasks: Benchmark['tasks'], names: string | undefined): Benchmark['tasks'] {
  if (names === undefined) return tasks;
  const wanted = names.split(',').map((name) => name.trim().toLowerCase());
  const known = new Set(tasks.map(({ name }) => name.toLowerCase()));
  const missing = wanted.filter((name) => !known.has(name));
  if (missing.length > 0) {
    throw new UsageError(`--tasks: there is no task "${missing[0]}".`, {
      hint: `Choose among: ${tasks.map(({ name }) => name).join(', ')}.`,
    });
  }
  return tasks.filter(({ name }) => wanted.includes(name.toLowerCase()));
}

function showPlan({ tasks, settings }: Benchmark, invocation: Invocation): number {
  const trials = tasks.length * settings.runs_per_task * 2;
  const iterations = trials * settings.max_iterations;
  const { usd_per_iteration: price, budgets, agent } = settings;
  const plan = {
    agent,
    simulated: agent === 'simulated',
    seed: settings.seed,
    tasks: tasks.map(({ name, complexity, expected_improvement, history }) => ({
      name,
      complexity,
      expected_improvement: expected_improvement ?? null,
      history: history.length,
    })),
    runs_per_task: settings.runs_per_task,
    trials,
    most_iterations: iterations,
    most_cost_usd: agent === 'simulated' ? 0 : price === undefined ? null : price * iterations,
    budgets: budgets ?? null,
  };
  if (invocation.json) {
    invocation.output.json(plan);
    return 0;
  }
  const { output } = invocation;
  const rows = plan.tasks.map((task) => [
    task.name,
    task.complexity,
    task.expected_improvement ?? '-',
    String(task.history),
  ]);
  output.line(
    renderTable(['TASK', 'COMPLEXITY', 'EXPECTED', 'HISTORY'], rows, styleFor(invocation), {
      fit: false,
    }),
  );
  output.line();
  output.line(
    `${trials} trials (${tasks.length} tasks, 2 variants, ${settings.runs_per_task} runs), at most ${iterations} iterations, agent ${agent}, seed ${settings.seed}.`,
  );
  output.line(costLine(plan.most_cost_usd, plan.simulated));
  if (budgets) {
    const limits = Object.entries(budgets).map(([name, limit]) => `${name} ${limit}`);
    output.line(`Stops when this is used up: ${limits.join(', ')}.`);
  }
  return 0;
}

function costLine(most: number | null, simulated: boolean): string {
  if (simulated) return 'It costs nothing: the agent is simulated.';
  return most === null
    ? 'What it costs is not known beforehand: set usd_per_iteration for an estimate.'
    : `It costs at most about $${most.toFixed(2)}, by your usd_per_iteration.`;
}

function showTrial(
  { record, done, of }: TrialProgress,
  { json, output, logger }: Invocation,
): void {
  const { task, run, variant, outcome, iterations } = record;
  const line = `${done}/${of} ${task}, run ${run}, ${variant}: ${outcome} after ${iterations} iterations`;
  if (json) logger.info(line);
  else output.line(line);
}

function showEnd({ summary, usedUp }: BenchmarkEnd, out: string, invocation: Invocation): void {
  const { output } = invocation;
  output.line();
  output.line(
    renderTable(['CRITERION', 'FOUND', 'MET'], criteria(summary), styleFor(invocation), {
      fit: false,
    }),
  );
  output.line();
  if (usedUp !== undefined)
    output.line(`Ended early: the budget of ${usedUp} is used up. Raise it to go on.`);
  if (summary.simulated) output.line('All of it is simulated; docs/ab.md says what that means.');
  output.line(`Report: ${path.join(out, 'report.md')}`);
}

function criteria({ criteria: all }: Summary): string[][] {
  return all.map(({ text, found, met }) => [text, found, met === null ? '-' : met ? 'yes' : 'no']);
}

function commandOf({ options }: Invocation): string {
  const words = ['config', 'seed', 'runs', 'tasks'].flatMap((name) => {
    const value = options[name];
    if (typeof value !== 'string') return [];
    return [`--${name}`, /^[\w./-]+$/.test(value) ? value : JSON.stringify(value)];
  });
  return ['ralph bench ab', ...words].join(' ');
}
