import type { Changes } from '../../guards/change.ts';
import { lostRefs } from '../../guards/lost-refs.ts';
import type { Snapshot } from '../../guards/snapshot.ts';
import type { RunEvent } from '../run-event.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import type { Ending, RunMemory } from '../store/run-memory.ts';
import type { Assignment } from '../work.ts';
import { commitIteration } from './commit-iteration.ts';
import { endIteration, progressText } from './end-iteration.ts';
import type { JudgedIteration } from './judge-iteration.ts';
import { closedOf, type Judged, judgeWork } from './judge-work.ts';
import { keepingOf } from './keeping.ts';
import { failed, failuresInRow, footprintsSince, mostFailures, stopped } from './next-step.ts';
import type { ReadyRun } from './prepare-run.ts';

/** The iteration stands: told to the work, committed when that is asked for, closed with its verdict. */
export async function acceptIteration(
  ready: ReadyRun,
  iteration: StoredIteration,
  result: {
    readonly snapshot: Snapshot;
    readonly assignment: Assignment;
    readonly changes: Changes;
    readonly judged: JudgedIteration;
    /** The agent failed and left nothing. */
    readonly trouble: string | undefined;
    readonly runMemory: Partial<RunMemory>;
  },
): Promise<void> {
  const { snapshot, assignment, changes, judged } = result;
  const { green, reason } = judged.judgement;
  // A run that may not edit has put them back.
  const lost = await lostRefs(snapshot, changes.refs, keepingOf(ready, iteration));
  await ready.work.accepted(assignment, green, reason);
  const { verdict, work } = green ? judged : await afterReopening(ready, judged);
  const footprint = { ...judged.footprint, closed: closedOf(work) };
  const title = assignment.task?.title ?? `iteration ${iteration.number}`;
  const commit = ready.options.commit
    ? await commitIteration(snapshot, changes, `Ralph: ${title}\n\nRalph-Run: ${ready.runId}\n`)
    : null;
  const run = await ready.run();
  const earlier = footprintsSince(run, await ready.iterations());
  const progress = progressText(earlier, footprint);
  const trouble = progress === null ? result.trouble : undefined;
  const ends = await endingAfter(ready, judged, { trouble, moved: progress !== null });
  await endIteration(ready, iteration, {
    status: 'accepted',
    verdict: verdictText({ ...judged, verdict }, trouble),
    progress,
    changed_files: changes.files.filter(({ ignored }) => !ignored).map(({ path }) => path),
    commits: [...(commit === null ? [] : [commit]), ...changes.commits.map(({ id }) => id)],
    gates: judged.gates,
    judgement: judged.judgement,
    tampering: judged.tampering,
    memory: {
      ...iteration.memory,
      footprint,
      moved: progress !== null,
      complete: judged.verdict.complete,
      needs_approval: judged.needsApproval,
      ...(trouble !== undefined && { failed: trouble }),
      ...(ends && { ends_run: ends }),
    },
    runMemory: result.runMemory,
    events: await tellings(ready, iteration, { ...judged, lost }),
  });
}

/** With a red gate, what the iteration closed is open again by now, and counts as open: a claim moves nothing. */
async function afterReopening(ready: ReadyRun, judged: JudgedIteration): Promise<Judged> {
  const { mode } = judged.work;
  if (mode !== 'prd' && mode !== 'tasks') return judged;
  return judgeWork(ready, await ready.run(), { ...judged, lastText: '', idle: false });
}

function verdictText({ verdict, reused }: JudgedIteration, trouble: string | undefined): string {
  const parts = [
    ...(trouble === undefined ? [] : [`the agent failed: ${trouble}`]),
    verdict.reason,
    ...(reused ? ['the gates did not run again, because nothing has changed since'] : []),
  ];
  return parts.join('; ');
}

async function endingAfter(
  ready: ReadyRun,
  { verdict, needsApproval, tampering, work }: JudgedIteration,
  { trouble, moved }: { readonly trouble: string | undefined; readonly moved: boolean },
): Promise<Ending | undefined> {
  if (verdict.complete) {
    const isIdle =
      !moved && !(await ready.iterations()).some(({ memory }) => memory.moved === true);
    // A promise alone ends such a run: whoever reads that it is complete has to know what stands behind it.
    const note = work.mode === 'prompt' && isIdle ? '; the run has changed nothing' : '';
    return { status: 'complete', exit_code: 0, reason: verdict.reason + note };
  }
  if (needsApproval) {
    return stopped(
      `the work is done, but a person has to look at it: ${tampering.join('; ')}. If it is right: ralph runs approve ${ready.runId}`,
    );
  }
  if (trouble === undefined) return undefined;
  const times = failuresInRow(await ready.run(), await ready.iterations()) + 1;
  return times < mostFailures
    ? undefined
    : failed(`the agent failed ${times} times in a row: ${trouble}`);
}

async function tellings(
  ready: ReadyRun,
  iteration: StoredIteration,
  { tampering, lost }: Pick<JudgedIteration, 'tampering'> & { readonly lost: readonly string[] },
): Promise<RunEvent[]> {
  const questions = await ready.work.openQuestions(iteration.session_id);
  return [
    ...lost.map((message) => ({ kind: 'warning' as const, message })),
    ...(tampering.length > 0 ? [{ kind: 'tampering' as const, findings: tampering }] : []),
    ...questions.map((question) => ({ kind: 'question' as const, ...question })),
  ];
}
