import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '../../../app/create-app.ts';
import { createApp } from '../../../app/create-app.ts';
import { UserError } from '../../../base/errors.ts';
import { readTextIfExists } from '../../../base/files.ts';
import type { Logger } from '../../../base/logger.ts';
import { killLaunch } from '../../../base/processes/end-launch.ts';
import { launchMark } from '../../../base/processes/launched-processes.ts';
import { injectionsOf } from '../../../context/injections.ts';
import { loopFiles } from '../../../loop/loop-files.ts';
import { queueRun, runTerms } from '../../../loop/runs/start/start-run.ts';
import { takeUpRun } from '../../../loop/runs/start/take-up-run.ts';
import { runStore } from '../../../loop/runs/store/run-store.ts';
import type { BenchSettings, Variant } from './config.ts';
import { copyFolder } from './copy-folder.ts';
import { measureTrial } from './measure-trial.ts';
import { type Trial, taskFingerprint } from './plan.ts';
import { copyForTrial, prepareRepository, trialConfig } from './prepare-root.ts';
import type { TrialRecord } from './results.ts';
import type { Budget } from './spending.ts';
import { storePast } from './store-past.ts';
import type { BenchTask } from './tasks/task.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Workshop {
  /** Of this benchmark alone, gone afterwards. */
  readonly folder: string;
  /** Where the repositories of trials stay, if they are to. */
  readonly keepIn: string | undefined;
  readonly settings: BenchSettings;
  readonly env: Environment;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Runs one trial with the ordinary loop, in a repository of its own. Nothing is answered when it was cancelled. */
export async function runTrial(
  shop: Workshop,
  trial: Trial,
  left: Budget,
): Promise<TrialRecord | undefined> {
  const { settings, logger, signal } = shop;
  const { task, variant, run, seed } = trial;
  const prepared = await preparedRoot(shop, task, variant);
  const root = path.join(shop.folder, 'trial');
  await copyForTrial(prepared, root, task);
  const held = settings.agent === 'simulated' ? {} : left;
  const config = trialConfig(task, variant, { settings, seed, left: held });
  await writeFile(path.join(root, loopFiles.config), config);
  const started = performance.now();
  const app = createApp({ roots: [root], env: trialEnvironment(shop), logger });
  try {
    const { complete, ...measured } = await runLoop(app, variant, signal);
    if (signal.aborted) return undefined;
    const used = /the budget of/i.test(measured.reason ?? '');
    const isCutOff = !complete && used && measured.iterations < settings.max_iterations;
    return {
      task: task.name,
      task_fingerprint: taskFingerprint(task),
      complexity: task.complexity,
      run,
      variant,
      outcome: complete ? 'complete' : isCutOff ? 'cut_off' : 'unfinished',
      seconds: Math.round((performance.now() - started) / 100) / 10,
      ...measured,
    };
  } finally {
    await app.close();
    await putAway(shop, root, trial);
  }
}

async function putAway({ keepIn }: Workshop, root: string, trial: Trial): Promise<void> {
  if (keepIn !== undefined) {
    const name = trial.task.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const kept = path.join(keepIn, `${name}-${trial.run}-${trial.variant}`);
    await copyFolder(root, kept);
  }
  await rm(root, { recursive: true, force: true });
}

async function runLoop(app: App, variant: Variant, signal: AbortSignal) {
  const loop = await app.loop();
  const root = await loop.roots.resolve();
  const request = { allow_edits: true };
  const nameOf = (field: string) => field;
  const terms = await runTerms(loop, { root, kind: 'run', request, attended: false, nameOf });
  const { id } = await queueRun(loop, root, terms.options, 'cli');
  const services = await app.runs();
  const marked = { ...services, env: { ...services.env, ...launchMark(services.env, id) } };
  const leaveNothing = () => killLaunch(id);
  process.once('exit', leaveNothing);
  const promptTokens: number[] = [];
  try {
    const run = await takeUpRun(marked, id, {
      signal,
      listener: {
        event({ event }) {
          if (event.kind === 'iteration_started') promptTokens.push(event.prompt_tokens);
        },
      },
    });
    if (run.status === 'failed' && run.spend.input_tokens === 0 && promptTokens.length === 0) {
      throw new UserError(`A trial could not start: ${run.reason}`, {
        hint: 'Mend what it names, then run the same command again: finished trials are kept.',
      });
    }
    const iterations = await runStore(await app.database()).iterations(id);
    const injections =
      variant === 'context' ? await injectionsOf(await (await app.context()).context(), id) : [];
    return measureTrial({ run, iterations, promptTokens, injections });
  } finally {
    process.removeListener('exit', leaveNothing);
  }
}

/** Made once for each task and variant; trials work on copies. */
async function preparedRoot(shop: Workshop, task: BenchTask, variant: Variant): Promise<string> {
  const root = path.join(shop.folder, 'prepared', `${taskFingerprint(task)}-${variant}`);
  const done = `${root}.done`;
  if ((await readTextIfExists(done)) !== undefined) return root;
  await mkdir(path.dirname(root), { recursive: true });
  await prepareRepository(task, root);
  if (variant === 'context') await rememberPast(shop, task, root);
  await writeFile(done, '');
  return root;
}

async function rememberPast(shop: Workshop, task: BenchTask, root: string): Promise<void> {
  const { settings, logger } = shop;
  const config = trialConfig(task, 'context', { settings, seed: '', left: {} });
  await writeFile(path.join(root, loopFiles.config), config);
  const app = createApp({ roots: [root], env: trialEnvironment(shop), logger });
  try {
    await storePast(await (await app.context()).context(), task);
  } finally {
    await app.close();
  }
}

/** A simulated trial sees nothing of the user's own settings, so that its numbers are the same everywhere. */
function trialEnvironment({ settings, env, folder }: Workshop): Environment {
  if (settings.agent !== 'simulated') return env;
  const home = path.join(folder, 'home');
  const kept = Object.entries(env).filter(([name]) =>
    /^(PATH|TMPDIR|TEMP|TMP|SYSTEMROOT)$/i.test(name),
  );
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home };
}
