import { redactText } from '../../../base/redaction.ts';
import type { Task } from '../../../project/model.ts';
import { moveTask } from '../../../project/move-task.ts';
import type { ProjectStore } from '../../../project/store/project-store.ts';
import { undoSession } from '../../../project/undo-session.ts';
import type { WorkSource } from '../work.ts';
import { type WorkPlace, withProject } from './work-place.ts';

/** What becomes of a session's doings in the project, in every mode alike. */
export function sessionOutcome(place: WorkPlace): Pick<WorkSource, 'rejected' | 'openQuestions'> & {
  /** Opens again what the session closed while a gate was red. Which tasks those were. */
  reopen(sessionId: string | null, gateProblem: string | undefined): Promise<number[]>;
} {
  return {
    async reopen(sessionId, gateProblem) {
      if (sessionId === null) return [];
      return withProject(place, sessionId, (store, now) =>
        reopenClosed(store, { sessionId, now, gateProblem }),
      );
    },

    async rejected({ session_id }) {
      if (session_id === null) return [];
      const { root, sessions } = place;
      const database = await sessions.database();
      const given = { root, database, clock: sessions.clock };
      const { skipped } = await undoSession(given, session_id);
      return skipped.map(({ what, why }) => `In the project, ${what} stays as it is: ${why}.`);
    },

    async openQuestions(sessionId) {
      if (sessionId === null) return [];
      const open = await withProject(place, null, ({ questions }) => questions.open(), {
        readOnly: true,
      });
      return open
        .filter((question) => question.session_id === sessionId)
        .map(({ id, task_id, question }) => ({ id, task_id, text: question }));
    },
  };
}

async function reopenClosed(
  store: ProjectStore,
  given: {
    readonly sessionId: string;
    readonly now: string;
    readonly gateProblem: string | undefined;
  },
): Promise<number[]> {
  const { sessionId, now, gateProblem = 'a gate is red' } = given;
  const why = redactText(gateProblem).slice(0, 2_000);
  const closed: Task[] = [];
  for (const id of await store.events.tasksClosedBy(sessionId)) {
    const task = await store.tasks.find(id);
    if (task?.status === 'done') closed.push(task);
  }
  for (const task of closed) {
    const reason = `Opened again by Ralph: ${why}.`;
    await moveTask({ store, session: null, now, task, to: 'pending', reason });
    await store.comments.add({
      task_id: task.id,
      kind: 'note',
      body: `${reason} A task is done when its work is proven, with every gate green.`,
    });
  }
  return closed.map(({ id }) => id);
}
