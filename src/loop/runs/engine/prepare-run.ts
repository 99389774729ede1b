import { readFile } from 'node:fs/promises';
import { UserError } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import { resolveInside } from '../../../base/paths.ts';
import { endLaunch } from '../../../base/processes/end-launch.ts';
import { failingNames } from '../../gates/failing-names.ts';
import { couldNotStart, type GateResult } from '../../gates/gate.ts';
import { gateObstacle } from '../../gates/gate-runnable.ts';
import { readGateSources } from '../../gates/tamper/gate-sources.ts';
import type { Snapshot } from '../../guards/snapshot.ts';
import { loopFiles } from '../../loop-files.ts';
import { gateFault } from '../report/story.ts';
import { headCommit } from './head-commit.ts';
import { closedOf } from './judge-work.ts';
import { enterPhase, type PreparedRun, type RunContext, remember } from './run-context.ts';
import { openPlace } from './run-place.ts';
import { isForgiven, runTheGates } from './run-the-gates.ts';
import { createTrees, type Trees } from './trees.ts';

/** A run with its place, and the state that its progress and its tampering are told against. */
export interface ReadyRun extends PreparedRun {
  readonly start: Snapshot;
  readonly trees: Trees;
}

/** Everything before the first launch. Each step is remembered, and one that was broken off is done again. */
export async function prepareRun(context: RunContext): Promise<ReadyRun> {
  const { folder, start } = await openPlace(context);
  const work = context.services.work(context.options, context.runId, folder);
  const trees = createTrees({
    folder,
    scratch: context.scratch,
    clock: context.services.clock,
    earlier: start,
  });
  const ready: ReadyRun = { ...context, folder, work, start, trees };
  const { memory } = await context.run();
  if (memory.gate_sources === undefined) {
    const gate_sources = await readGateSources(context.options.gates, (name) =>
      textInside(folder, name),
    );
    await remember(context, { gate_sources: [...gate_sources] });
  }
  if ((await context.run()).baseline === null) await takeBaseline(ready);
  if ((await context.run()).memory.start_footprint === undefined && !context.signal.aborted) {
    await rememberStart(ready);
  }
  return ready;
}

async function takeBaseline(ready: ReadyRun): Promise<void> {
  const { memory } = await ready.run();
  if (memory.gates_launch !== undefined) await endLaunch({ id: memory.gates_launch });
  const launchId = newId('gates');
  await remember(ready, { gates_launch: launchId });
  await enterPhase(ready, 'baseline');
  const results = await runTheGates(ready, { folder: ready.folder, iteration: null, launchId });
  if (ready.signal.aborted) return;
  await refuseUnusable(ready, results);
  const forgiven = results
    .filter((result) => isForgiven(ready.options, result, results))
    .map(({ name }) => name);
  await ready.journal.write({
    run: { baseline: results },
    events: [{ iteration: null, event: { kind: 'baseline', gates: results, forgiven } }],
  });
}

/** Before anything is spent on it. The baseline is not kept, so that a resumed run takes it anew. */
async function refuseUnusable(
  { options, runId, folder: root, services: { env } }: ReadyRun,
  results: readonly GateResult[],
): Promise<void> {
  for (const broken of results.filter(couldNotStart)) {
    const run = options.gates.find(({ name }) => name === broken.name)?.run ?? '';
    const obstacle = await gateObstacle(run, { root, env });
    if (obstacle?.writable && options.allow_edits) continue;
    throw new UserError(`The gate "${broken.name}" (${run}) cannot run: ${gateFault(broken)}.`, {
      hint: `Install what it needs and go on with "ralph runs resume ${runId}", or correct "run" in ${loopFiles.config} and start again.`,
    });
  }
}

async function rememberStart(ready: ReadyRun): Promise<void> {
  const { baseline } = await ready.run();
  await remember(ready, {
    start_footprint: {
      commit: (await headCommit(ready.start)) ?? '',
      tree: await ready.trees.fingerprint(ready.start),
      failures: [...failingNames(baseline ?? [])],
      closed: closedOf(await ready.work.measure('')),
    },
  });
}

async function textInside(folder: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(await resolveInside(folder, name), 'utf8');
  } catch {
    return undefined;
  }
}
