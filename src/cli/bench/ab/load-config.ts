import path from 'node:path';
import { type ConfigFile, readConfigFile } from '../../../app/config/config-files.ts';
import type { ConfigPath } from '../../../app/config/config-path.ts';
import { explainIssue } from '../../../app/config/explain-issue.ts';
import { jsonSchemaOf } from '../../../app/config/json-schema.ts';
import type { Layer } from '../../../app/config/layer.ts';
import {
  ConfigError,
  type ConfigProblem,
  inReadingOrder,
  newProblem,
} from '../../../app/config/problem.ts';
import { readYaml } from '../../../app/config/read-yaml.ts';
import { UserError } from '../../../base/errors.ts';
import { didYouMean } from '../../../base/suggest.ts';
import {
  type BenchConfig,
  type BenchSettings,
  benchConfigSchema,
  type WrittenTask,
} from './config.ts';
import { shippedTasks } from './tasks/shipped-tasks.ts';
import type { BenchTask, TaskSource } from './tasks/task.ts';

export interface Benchmark {
  readonly tasks: readonly BenchTask[];
  readonly settings: BenchSettings;
}

/** The shipped tasks with the simulated agent. */
export function shippedBenchmark(): Benchmark {
  return { tasks: shippedTasks(), settings: benchConfigSchema.parse({}).config };
}

/** A benchmark as a file describes it; throws everything that is wrong with it at once. */
export async function loadBenchmark(file: string, shown: string): Promise<Benchmark> {
  const source: ConfigFile = { kind: 'project_file', path: file, shown };
  const content = await readConfigFile(source);
  if (!content) {
    throw new UserError(`There is no file ${shown}.`, {
      hint: 'Name the configuration of the benchmark with --config FILE, or leave it out for the shipped tasks.',
    });
  }
  if ('problem' in content) throw new ConfigError([content.problem]);
  const { layer, problems } = readYaml(source, content.text);
  if (!layer || problems.length > 0) throw new ConfigError(problems);
  const parsed = benchConfigSchema.safeParse(layer.values);
  if (!parsed.success) {
    const schema = jsonSchemaOf(benchConfigSchema, 'Ralph benchmark');
    const checked = { schema, values: layer.values, sourceOf: layer.sourceOf };
    throw new ConfigError(
      inReadingOrder(parsed.error.issues.flatMap((issue) => explainIssue(issue, checked))),
    );
  }
  return resolve(parsed.data, layer, path.dirname(file));
}

function resolve(config: BenchConfig, layer: Layer, folder: string): Benchmark {
  const problems: ConfigProblem[] = [];
  const refuse = (at: ConfigPath, message: string, hint: string) =>
    problems.push(newProblem(layer.sourceOf(at), at, message, hint));
  const shipped = shippedTasks();
  const names = new Set<string>();
  const tasks = config.benchmark_tasks?.map((task, index): BenchTask | undefined => {
    const at = ['benchmark_tasks', index];
    if (names.has(task.name))
      refuse([...at, 'name'], `"${task.name}" stands here twice.`, 'Rename one.');
    names.add(task.name);
    const own = task.prompt !== undefined;
    const known = shipped.find(({ name }) => name === task.name);
    if (!own && known) return { ...known, ...given(task) };
    if (!own) {
      const near = didYouMean(
        task.name,
        shipped.map(({ name }) => name),
      );
      refuse(
        [...at, 'name'],
        `there is no shipped task "${task.name}".${near}`,
        `Give it a prompt, gates, and files or a repository, or use one of: ${shipped.map(({ name }) => name).join(', ')}.`,
      );
      return undefined;
    }
    return ownTask(task, folder, (message, hint) => refuse(at, message, hint));
  });
  const { agent, budgets } = config.config;
  if (agent !== 'simulated' && Object.keys(budgets ?? {}).length === 0) {
    refuse(
      ['config', 'budgets'],
      `is missing: "${agent}" costs money or time.`,
      'Add for example: budgets: { cost_usd: 20, minutes: 240 }',
    );
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    tasks: tasks?.filter((task) => task !== undefined) ?? shipped,
    settings: config.config,
  };
}

/** A shipped task keeps everything but how it is called hard and what is expected of it. */
function given({ complexity, expected_improvement }: WrittenTask) {
  return {
    ...(complexity && { complexity }),
    ...(expected_improvement && { expected_improvement }),
  };
}

function ownTask(
  task: WrittenTask,
  folder: string,
  refuse: (message: string, hint: string) => void,
): BenchTask | undefined {
  const { name, prompt, files, repository, gates, commit, memory } = task;
  if (prompt === undefined) return undefined;
  if ((files === undefined) === (repository === undefined)) {
    refuse('needs something to work on.', 'Give it either files or a repository.');
    return undefined;
  }
  if (gates === undefined) {
    refuse(
      'has no gates, so nothing could prove it.',
      'Add gates: [{ name: test, run: "npm test" }].',
    );
    return undefined;
  }
  const source: TaskSource =
    repository === undefined
      ? { kind: 'files', files: files ?? {} }
      : { kind: 'repository', path: path.resolve(folder, repository), commit };
  return {
    name,
    complexity: task.complexity ?? 'medium',
    expected_improvement: task.expected_improvement,
    prompt,
    source,
    setup: task.setup,
    gates,
    history: task.history ?? [],
    skills: task.skills ?? [],
    memory: memory && path.resolve(folder, memory),
  };
}
