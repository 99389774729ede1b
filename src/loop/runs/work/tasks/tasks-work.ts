import type { ReadyFilter } from '../../../../project/store/claims.ts';
import type { ProjectStore } from '../../../../project/store/project-store.ts';
import { oneLine } from '../../../../session/prompt/text.ts';
import { promisesCompletion } from '../../rules/promise.ts';
import type { NextAssignment, RunHistory, WorkSource } from '../../work.ts';
import { sessionOutcome } from '../session-outcome.ts';
import { takingTurns } from '../taking-turns.ts';
import { type WorkPlace, withProject } from '../work-place.ts';
import { plannedAssignment, sessionRun } from '../work-session.ts';
import { chooseTask } from './choose-task.ts';
import { type HeldClaim, holdClaim } from './held-claim.ts';
import { whyNothingIsReady } from './why-nothing-is-ready.ts';

/** A task may go to somebody else between being chosen and being claimed, but hardly time after time. */
const mostTries = 5;

/** The next ready task in each iteration, in a session of its own, until none is open. */
export function tasksWork(place: WorkPlace): WorkSource {
  const { feature, discipline } = place.options;
  const filter: ReadyFilter = { feature, discipline };
  const { reopen, rejected, openQuestions } = sessionOutcome(place);
  let held: HeldClaim | undefined;
  const turns = takingTurns<number>();
  let isFirst = true;

  async function letGo(): Promise<void> {
    const claim = held;
    held = undefined;
    await claim?.stop();
  }

  async function take(id: number, history: RunHistory): Promise<NextAssignment | undefined> {
    const assignment = await taskAssignment(place, id, history);
    held = await holdClaim(place, id, assignment.session_id);
    return held && { kind: 'work', assignment };
  }

  return {
    openQuestions,

    async next(history) {
      await letGo();
      // One run at a time works in a root, so that a claim found at its start is of one that died.
      if (isFirst) await withProject(place, null, ({ claims }) => claims.runOut());
      isFirst = false;
      const first = [history.unfinished_task_id, turns.again];
      for (let tries = 0; tries < mostTries; tries++) {
        const choose = (without: readonly number[]) =>
          withProject(
            place,
            null,
            (store, now) => chooseTask(store, { filter: { ...filter, without }, first, now }),
            { readOnly: true },
          );
        let id = await choose([...turns.aside]);
        if (id === undefined && turns.aside.size > 0) {
          turns.startOver();
          id = await choose([]);
        }
        if (id === undefined) break;
        const taken = await take(id, history);
        if (!taken) continue;
        turns.given(id);
        return taken;
      }
      return withProject(place, null, (store, now) => whyNothingIsReady(store, filter, now), {
        readOnly: true,
      });
    },

    async measure(lastText) {
      const counts = await withProject(place, null, ({ tasks }) => tasks.counts(filter), {
        readOnly: true,
      });
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const { done = 0, skipped = 0 } = counts;
      const promised = promisesCompletion(lastText);
      return { mode: 'tasks', open: all - done - skipped, done, promised };
    },

    async accepted({ session_id, task }, gatesGreen, gateProblem) {
      await letGo();
      if (gatesGreen) turns.startOver();
      else turns.reopened((await reopen(session_id, gateProblem))[0]);
      if (session_id === null || typeof task?.id !== 'number') return;
      const { id } = task;
      await withProject(place, session_id, (store, now) =>
        handBack(store, { id, sessionId: session_id, now }),
      );
    },

    async rejected(given) {
      await letGo();
      return rejected(given);
    },
  };
}

/** What the agent of one task is given. */
export async function taskAssignment(place: WorkPlace, id: number, history: RunHistory) {
  const { title } = await withProject(place, null, ({ tasks }) => tasks.get(id), {
    readOnly: true,
  });
  const request = { taskId: id, run: sessionRun(place, history) };
  return plannedAssignment(place, request, { id, title });
}

/** A task that its session left open stays begun for the next; one that the session gave up waits with the others. */
async function handBack(
  store: ProjectStore,
  given: { readonly id: number; readonly sessionId: string; readonly now: string },
): Promise<void> {
  const { id, sessionId, now } = given;
  const task = await store.tasks.find(id);
  if (task?.status !== 'in_progress' || task.claimed_by !== sessionId) return;
  // After a crash this is asked for again, and has been said before.
  if (task.claim_expires_at === null || task.claim_expires_at <= now) return;
  const signals = await store.signals.of(sessionId);
  const abort = signals.findLast(({ kind }) => kind === 'abort');
  await store.comments.add({
    task_id: id,
    kind: 'note',
    body: abort
      ? `The session gave up: ${oneLine(abort.reason, 1_000)}`
      : 'The session ended and left the task open. What it did is in the working tree.',
  });
  if (abort) {
    await store.tasks.change(id, { status: 'pending' }, 'released');
    const { retry_after: seconds } = abort.data;
    if (typeof seconds === 'number') {
      const until = new Date(new Date(now).getTime() + seconds * 1000);
      await store.claims.rest(id, until.toISOString());
    } else {
      await store.claims.drop(id);
    }
  } else {
    await store.claims.runOut(sessionId);
  }
}
