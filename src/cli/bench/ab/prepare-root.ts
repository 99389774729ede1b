import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import { programFile } from '../../../app/program.ts';
import { UserError } from '../../../base/errors.ts';
import { runGit } from '../../../loop/guards/git.ts';
import { ralphIdentity } from '../../../loop/guards/own-commits.ts';
import { loopFiles } from '../../../loop/loop-files.ts';
import { scaffoldProgress } from '../../../loop/scaffold/files/progress.ts';
import type { BenchSettings, Variant } from './config.ts';
import { copyFolder } from './copy-folder.ts';
import type { Budget } from './spending.ts';
import type { BenchTask } from './tasks/task.ts';

/** The task's files in a git repository of its own, as they are before anybody works on them. */
export async function prepareRepository(task: BenchTask, root: string): Promise<void> {
  if (task.source.kind === 'repository') {
    const { path: from, commit } = task.source;
    await runGit(['clone', '--quiet', '--no-hardlinks', '--', from, root]);
    if (commit !== undefined) await runGit(['checkout', '--quiet', commit], { cwd: root });
  } else {
    await mkdir(root, { recursive: true });
    for (const [file, text] of Object.entries(task.source.files)) {
      const target = path.resolve(root, file);
      if (!target.startsWith(root + path.sep)) {
        throw new UserError(`The task "${task.name}" has a file outside of its folder: ${file}`, {
          hint: 'Write paths relative to the repository, without "..".',
        });
      }
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text);
    }
    await runGit(['init', '--quiet', '--initial-branch=main'], { cwd: root });
  }
  await mkdir(path.dirname(path.join(root, loopFiles.prompt)), { recursive: true });
  await writeFile(path.join(root, loopFiles.prompt), task.prompt);
  await writeFile(path.join(root, loopFiles.progress), scaffoldProgress);
  // Not in .gitignore, which may be the project's own.
  await writeFile(path.join(root, '.git/info/exclude'), '/.ralph/\n/.agent/\n/ralph.yaml\n');
  await runGit(['add', '--all'], { cwd: root });
  const env = ralphIdentity;
  await runGit(['commit', '--quiet', '--allow-empty', '-m', 'Start'], { cwd: root, env });
}

/** A copy of a prepared repository, ready for one trial. */
export async function copyForTrial(from: string, root: string, task: BenchTask): Promise<void> {
  await copyFolder(from, root);
  if (task.setup !== undefined) await runSetup(task.setup, root, task.name);
}

function runSetup(command: string, cwd: string, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { cwd, shell: true, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2_000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else {
        reject(
          new UserError(`The setup of "${name}" failed with ${code}: ${said.trim()}`, {
            hint: `Try it by hand in a fresh copy: ${command}`,
          }),
        );
      }
    });
  });
}

/** An ordinary ralph.yaml; the two variants differ in `learning.enabled` alone. */
export function trialConfig(
  task: BenchTask,
  variant: Variant,
  options: {
    readonly settings: BenchSettings;
    readonly seed: string;
    readonly left: Budget;
  },
): string {
  const { settings, seed, left } = options;
  const { ralph = {}, max_iterations } = settings;
  return stringify({
    ...ralph,
    agents: { ...section(ralph.agents), ...agentOf(settings, seed) },
    run: { ...section(ralph.run), ...pauseOf(settings) },
    gates: task.gates.map(({ name, run }) => ({ name, run })),
    budgets: {
      ...section(ralph.budgets),
      iterations: max_iterations,
      // Whether it gets anywhere is what is measured.
      stall: max_iterations,
      ...left,
    },
    learning: {
      ...section(ralph.learning),
      enabled: variant === 'context',
      mcp_context: withoutChance(section(ralph.learning).mcp_context, settings),
    },
  });
}

function agentOf(settings: BenchSettings, seed: string): object {
  if (settings.agent !== 'simulated') return { default: settings.agent };
  const { effort, patience, notes } = settings.simulation;
  const simulate = [seed, effort, patience, notes ? 'notes' : 'no-notes'].join(',');
  const words = [process.execPath, programFile(), 'bench', 'ab', '--simulate', simulate];
  return {
    default: 'custom',
    custom: { command: words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ') },
  };
}

/** The pause between iterations is for a person to step in; nobody watches a simulation. */
function pauseOf({ agent }: BenchSettings): object {
  return agent === 'simulated' ? { sleep_seconds: 0 } : {};
}

/** Items held out by chance would make simulated numbers differ from run to run. */
function withoutChance(block: unknown, { agent }: BenchSettings): object {
  return agent === 'simulated' ? { ...section(block), credit: { holdout: 0 } } : section(block);
}

function section(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
