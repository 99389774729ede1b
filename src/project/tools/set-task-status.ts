import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import type { SessionIdentity } from '../../tool/tool.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { reportText, taskId } from '../fields.ts';
import { statusSchema, type Task } from '../model.ts';
import { moveTask } from '../move-task.ts';
import { answeredCriteria } from '../rules/completion.ts';
import { mayReopen, ownTaskOnly } from '../rules/session-scope.ts';
import { isClosed } from '../rules/status.ts';
import type { ProjectStore } from '../store/project-store.ts';
import { taskLineSchema, taskLineText } from '../views.ts';
import { taskLineOf } from './task-line.ts';

export const setTaskStatus = defineProjectTool({
  name: 'set_task_status',
  title: 'Set task status',
  description:
    'Moves a task to another status. skipped and blocked need a reason, done needs evidence, met dependencies and answered criteria. Closed again with a reason, a request to reopen is declined.',
  category: 'task',
  effect: 'update',
  input: z.strictObject({
    id: taskId,
    status: statusSchema,
    reason: reportText(2_000).optional(),
    evidence: z.array(reportText(2_000)).max(30).optional(),
  }),
  output: z.strictObject({ task: taskLineSchema }),
  async handler({ id, status, reason, evidence }, { store, session, now }) {
    ownTaskOnly(session, id, 'set the status of');
    const task = await store.tasks.get(id);
    if (isClosed(task.status) && task.status === status && task.reopen_requested) {
      return { task: taskLineOf(await keepClosed(store, session, task, reason)) };
    }
    if ((status === 'skipped' || status === 'blocked') && !reason) {
      throw new ToolError('invalid_argument', `A task that becomes ${status} needs a reason.`, {
        details: [{ field: 'reason', message: 'required' }],
        hint: 'Say in a sentence why, for whoever reads the task next.',
      });
    }
    if (status === 'done' && !evidence?.length) {
      throw new ToolError('invalid_argument', 'A task that becomes done needs evidence.', {
        details: [{ field: 'evidence', message: 'required' }],
        hint: 'Name what shows it: a command and its result, a commit, a test.',
      });
    }
    if (status === 'done') answeredCriteria(task, task.criteria_results);
    const moved = await moveTask({
      store,
      session,
      now,
      task,
      to: status,
      reason: reason ?? '',
      evidence,
    });
    return { task: taskLineOf(moved) };
  },
  render: ({ task }) => taskLineText(task),
});

/** Somebody asked for the task to be reopened, and whoever may decide that says no: the request is answered. */
async function keepClosed(
  store: ProjectStore,
  session: SessionIdentity | null,
  task: Task,
  reason: string | undefined,
): Promise<Task> {
  if (!mayReopen(session)) return task;
  if (!reason) {
    throw new ToolError(
      'invalid_argument',
      `Reopening task #${task.id} was asked for; saying no needs a reason.`,
      {
        details: [{ field: 'reason', message: 'required' }],
        hint: 'Say why it stays closed, or set it to pending to reopen it.',
      },
    );
  }
  await store.comments.add({
    task_id: task.id,
    kind: 'note',
    body: `Stays ${task.status}: ${reason}`,
  });
  return store.tasks.change(task.id, { reopen_requested: '' }, 'reopen declined');
}
