import { newId } from '../../../base/ids.ts';
import type { GateResult } from '../../gates/gate.ts';
import { lookAtFiles } from '../../guards/look-again.ts';
import { errorsBeforeRun } from '../memory/errors-before.ts';
import { errorsOf, type FoundError, keptErrors } from '../memory/iteration-errors.ts';
import { reflectWhenDue } from '../memory/reflect.ts';
import { rememberIterations } from '../memory/remember-iterations.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import type { Ending } from '../store/run-memory.ts';
import type { NextAssignment, RunHistory } from '../work.ts';
import { judgeWork } from './judge-work.ts';
import { endingOf, failed, judged, stopped } from './next-step.ts';
import { pause } from './pause.ts';
import type { ReadyRun } from './prepare-run.ts';
import { enterPhase, remember } from './run-context.ts';
import { runIteration } from './run-iteration.ts';
import { judgeAgainst, runTheGates } from './run-the-gates.ts';
import { tamperingSince } from './tampering.ts';
import { waitForAgent, waitForWork } from './waiting.ts';

export interface LoopOptions {
  /** Asked before each iteration of an interactive run. */
  confirm?(iteration: number): Promise<boolean>;
}

const cancelled: Ending = { status: 'cancelled', exit_code: 130, reason: 'on request' };

/** Iterations until there is a reason to end; the reason. */
export async function loop(ready: ReadyRun, { confirm }: LoopOptions): Promise<Ending> {
  const early = await endsWithoutLaunch(ready);
  if (early) return early;
  for (;;) {
    if (ready.signal.aborted) return cancelled;
    const iterations = await ready.iterations();
    const ending = endingOf(await ready.run(), iterations, ready.services.clock.now());
    if (ending) return ending;
    const last = iterations.at(-1);
    const number =
      last === undefined ? 1 : last.status === 'abandoned' ? last.number : last.number + 1;
    if (number > 1 && last?.status !== 'abandoned' && ready.options.sleep_seconds > 0) {
      await enterPhase(ready, 'sleeping');
      await pause(ready, ready.options.sleep_seconds * 1000);
      if (ready.signal.aborted) return cancelled;
    }
    if (ready.options.interactive && confirm && !(await confirm(number))) {
      return { ...cancelled, reason: 'you chose not to go on' };
    }
    const agent = await waitForAgent(ready, last?.agent);
    if (typeof agent !== 'number') return agent.ending ?? cancelled;
    await enterPhase(ready, 'planning', number);
    const next = await nextWork(ready, number, iterations);
    if ('ending' in next) return next.ending ?? cancelled;
    if (next.kind === 'nothing') return endWithoutWork(ready, next.reason);
    if (next.kind !== 'work') return failed(next.reason);
    const attempt = iterations.filter((one) => one.number === number).length + 1;
    await runIteration(ready, { number, attempt, agent, assignment: next.assignment });
    await rememberIterations(ready);
    await reflectWhenDue(ready);
  }
}

async function nextWork(
  ready: ReadyRun,
  number: number,
  iterations: readonly StoredIteration[],
): Promise<NextAssignment | { readonly ending: Ending | undefined }> {
  const notes = await ready.store.takeNotes(ready.runId, number);
  const { baseline } = await ready.run();
  const history = historyOf(ready, number, { iterations, notes, baseline: baseline ?? [] });
  const fresh = iterations.at(-1)?.number !== number;
  if (fresh && notes.length > 0) {
    await ready.journal.write({
      events: notes.map((text) => ({ iteration: number, event: { kind: 'note', text } })),
    });
  }
  const next = await ready.work.next(history);
  return next.kind === 'wait' ? waitForWork(ready, next, () => ready.work.next(history)) : next;
}

function historyOf(
  ready: ReadyRun,
  number: number,
  {
    iterations,
    notes,
    baseline,
  }: {
    readonly iterations: readonly StoredIteration[];
    readonly notes: readonly string[];
    readonly baseline: readonly GateResult[];
  },
): RunHistory {
  const before = judged(iterations).at(-1);
  const broken = iterations.at(-1);
  const red = (before?.gates ?? []).filter(
    ({ ok, output_tail }) => !ok && output_tail !== '' && before?.judgement?.green === false,
  );
  const kept = before && keptErrors(before);
  return {
    run_id: ready.runId,
    iteration: number,
    of: ready.options.budgets.iterations,
    last_verdict:
      before?.status === 'rejected'
        ? `it was rejected: ${before.verdict}`
        : (before?.verdict ?? null),
    last_failures: before?.judgement?.new_failures ?? [],
    last_outputs: red.map(({ name, output_tail }) => ({
      gate: name,
      text: output_tail,
      kept: kept?.get(name),
    })),
    ...lastError(before ? errorsOf(before) : errorsBeforeRun({ options: ready.options, baseline })),
    notes,
    unfinished_task_id: broken?.status === 'abandoned' ? broken.task_id : null,
  };
}

function lastError(
  errors: readonly FoundError[],
): Pick<RunHistory, 'last_error' | 'last_question'> {
  return {
    last_error: errors.map(({ text }) => text).join('\n') || null,
    last_question: errors.map(({ question }) => question).join('\n') || null,
  };
}

/** Work that is done before the first launch, or needed no more than a person's approval, needs no agent. */
async function endsWithoutLaunch(ready: ReadyRun): Promise<Ending | undefined> {
  const iterations = await ready.iterations();
  const last = iterations.at(-1);
  if (ready.signal.aborted) return undefined;
  if (last === undefined) {
    if (ready.options.mode === 'prompt') return undefined;
    const run = await ready.run();
    const gates = run.baseline ?? [];
    const { verdict } = await judgeWork(ready, run, {
      gates,
      judgement: judgeAgainst(ready.options, gates, gates),
      tampering: [],
      lastText: '',
      idle: false,
    });
    return verdict.complete ? completed(verdict.reason) : undefined;
  }
  return last.memory.needs_approval ? judgeNow(ready, last) : undefined;
}

async function endWithoutWork(ready: ReadyRun, reason: string): Promise<Ending> {
  const last = (await ready.iterations()).at(-1);
  return (await judgeNow(ready, last)) ?? stopped(reason);
}

/** Judges the work as it stands, gates and all. Nothing when it is not complete. */
async function judgeNow(
  ready: ReadyRun,
  last: StoredIteration | undefined,
): Promise<Ending | undefined> {
  const launchId = newId('gates');
  await remember(ready, { gates_launch: launchId });
  await enterPhase(ready, 'gates');
  const { baseline: before } = await ready.run();
  const where = { folder: ready.folder, iteration: null, launchId, before };
  const gates = await runTheGates(ready, where);
  if (ready.signal.aborted) return undefined;
  const run = await ready.run();
  const { entries } = await lookAtFiles(ready.start);
  const { verdict } = await judgeWork(ready, run, {
    gates,
    judgement: judgeAgainst(ready.options, gates, run.baseline ?? []),
    tampering: await tamperingSince(ready, entries, run),
    lastText: last?.last_text ?? '',
    idle: false,
  });
  return verdict.complete ? completed(verdict.reason) : undefined;
}

function completed(reason: string): Ending {
  return { status: 'complete', exit_code: 0, reason };
}
