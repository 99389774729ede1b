import { newId } from '../../../base/ids.ts';
import { redactText } from '../../../base/redaction.ts';
import type { AgentOutcome } from '../../agents/outcome.ts';
import type { Changes } from '../../guards/change.ts';
import type { Snapshot } from '../../guards/snapshot.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import type { Ending } from '../store/run-memory.ts';
import type { AssignedContext, Assignment } from '../work.ts';
import { acceptIteration } from './accept-iteration.ts';
import { endIteration } from './end-iteration.ts';
import { guardIteration } from './guard-iteration.ts';
import { judgeIteration } from './judge-iteration.ts';
import { endedText, launchIteration, troubleOf } from './launch-iteration.ts';
import { failed, footprintsSince } from './next-step.ts';
import type { ReadyRun } from './prepare-run.ts';
import { withLimit, withoutLimit } from './rate-limits.ts';
import { timeOf } from './run-context.ts';
import { takeBack } from './take-back.ts';

const longestText = 20_000;

/** One launch of the agent on one piece of work, and what becomes of it. */
export async function runIteration(
  ready: ReadyRun,
  what: {
    readonly number: number;
    readonly attempt: number;
    readonly agent: number;
    readonly assignment: Assignment;
  },
): Promise<void> {
  const agent = ready.options.agents[what.agent];
  if (!agent) throw new Error(`there is no agent ${what.agent}`);
  const { started, snapshot } = await startIteration(ready, what, agent.name);
  const { outcome, spend, heard, outOf } = await launchIteration(ready, {
    key: started,
    launchId: started.launch_id,
    agent,
    assignment: what.assignment,
  });
  const memory = { ...started.memory, heard };
  const iteration: StoredIteration = { ...started, spend, memory };
  const lastText = redactText(outcome.last_text).slice(-longestText);
  await ready.journal.write({
    iteration: {
      key: iteration,
      patch: { agent_ended: endedText(outcome, outOf), last_text: lastText, spend, memory },
    },
  });
  if (ready.signal.aborted) return;
  if (outcome.rate_limit && outOf === null) {
    return waitForLimit(ready, iteration, what.agent, outcome.rate_limit);
  }

  const guarded = await guardIteration(ready, iteration, snapshot);
  const idle = hasNoWork(guarded.changes);
  const hopeless = idle ? hopelessFor(agent.name, outcome) : undefined;
  if (hopeless) return giveUp(ready, iteration, hopeless);
  if (guarded.rejected) return reject(ready, iteration, guarded.violations);

  const judged = await judgeIteration(ready, iteration, {
    snapshot,
    changes: guarded.changes,
    files: guarded.files,
    lastText: outcome.last_text,
  });
  if (judged === undefined) return;
  const { limits = {} } = (await ready.run()).memory;
  await acceptIteration(ready, iteration, {
    snapshot,
    assignment: what.assignment,
    changes: guarded.changes,
    judged,
    trouble: idle ? troubleOf(outcome) : undefined,
    runMemory: { limits: withoutLimit(limits, what.agent) },
  });
}

function contextFacts({ ids, held_out, tokens, degraded }: AssignedContext) {
  return { items: ids.length, held_out: held_out.length, tokens, degraded };
}

function shownIds({ ids, held_out, told }: AssignedContext) {
  return { injected: ids, held_out, told };
}

/** What builds and tests leave is no work. */
function hasNoWork({ files, refs, index }: Changes): boolean {
  return files.every(({ ignored }) => ignored) && refs.length === 0 && !index;
}

/** The row and its event are there, with the way back, before anything is launched. */
async function startIteration(
  ready: ReadyRun,
  what: { readonly number: number; readonly attempt: number; readonly assignment: Assignment },
  agent: string,
): Promise<{ started: StoredIteration; snapshot: Snapshot }> {
  const { assignment, number, attempt } = what;
  const { clock } = ready.services;
  const snapshot = await ready.trees.take();
  const { task, session_id, context } = assignment;
  const row = {
    run_id: ready.runId,
    number,
    attempt,
    agent,
    session_id,
    task_id: typeof task?.id === 'number' ? task.id : null,
    launch_id: newId('launch', clock),
    started_at: timeOf(ready),
    memory: {
      snapshot: snapshot.id,
      gates_launch: newId('gates', clock),
      start_tree: await ready.trees.fingerprint(snapshot),
      task: task && { id: task.id, title: task.title },
      ...(context && { context: shownIds(context) }),
    },
  };
  await ready.journal.write({
    newIteration: row,
    run: { phase: 'agent', waiting: null },
    events: [
      {
        iteration: number,
        event: {
          kind: 'iteration_started',
          iteration: number,
          of: ready.options.budgets.iterations,
          agent,
          task,
          session_id,
          prompt_tokens: assignment.prompt_tokens,
          ...(context && { context: contextFacts(context) }),
        },
      },
      { iteration: number, event: { kind: 'phase', phase: 'agent' } },
    ],
  });
  const started = (await ready.iterations()).at(-1);
  if (!started) throw new Error('an iteration was written and is not there');
  return { started, snapshot };
}

/** What no further launch would mend: a person has to. */
function hopelessFor(agent: string, outcome: AgentOutcome): Ending | undefined {
  const trouble = outcome.error && redactText(outcome.error.message);
  if (outcome.ended === 'failed_to_start') {
    return failed(
      `${trouble ?? `${agent} cannot be started`} "ralph doctor" shows which agents are there.`,
    );
  }
  if (!outcome.error?.auth) return undefined;
  return failed(`${agent} is not logged in, or may not be used: ${trouble}. Log in, then resume.`);
}

async function giveUp(ready: ReadyRun, iteration: StoredIteration, end: Ending): Promise<void> {
  const { rejection, memory } = await takeBack(ready, iteration, {
    kind: 'partial',
    why: end.reason,
  });
  await endIteration(ready, iteration, {
    status: 'abandoned',
    verdict: end.reason,
    rejection,
    memory: { ...memory, ends_run: end },
  });
}

/** Stopped by a limit: nothing is judged, and the same task is given again when there is an agent for it. */
async function waitForLimit(
  ready: ReadyRun,
  iteration: StoredIteration,
  agent: number,
  told: NonNullable<AgentOutcome['rate_limit']>,
): Promise<void> {
  const why = `${iteration.agent} is out of its rate limit: ${redactText(told.message)}`;
  const { rejection, memory } = await takeBack(ready, iteration, { kind: 'partial', why });
  const { limits = {} } = (await ready.run()).memory;
  await endIteration(ready, iteration, {
    status: 'abandoned',
    verdict: why,
    rejection,
    memory,
    runMemory: { limits: withLimit(limits, agent, told, ready.services.clock.now()) },
  });
}

async function reject(
  ready: ReadyRun,
  iteration: StoredIteration,
  violations: readonly { readonly path: string; readonly why: string }[],
): Promise<void> {
  const shown = violations.slice(0, 3).map(({ path, why }) => `${path} (${why})`);
  const more = violations.length > 3 ? ` and ${violations.length - 3} more` : '';
  const why = `it changed what it may not: ${shown.join(', ')}${more}`;
  const { rejection, memory } = await takeBack(ready, iteration, { kind: 'rejected', why });
  const run = await ready.run();
  const before = footprintsSince(run, await ready.iterations()).at(-1);
  await endIteration(ready, iteration, {
    status: 'rejected',
    verdict: why,
    rejection,
    memory: { ...memory, ...(before && { footprint: before }) },
    events: [{ kind: 'guard', violations, how_to_recover: rejection.how_to_recover }],
  });
}
