import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { requiredText, taskId } from '../fields.ts';
import { statusSchema } from '../model.ts';
import { moveTask } from '../move-task.ts';
import { answeredCriteria } from '../rules/completion.ts';
import { ownTaskOnly } from '../rules/session-scope.ts';
import { taskLineSchema, taskLineText } from '../views.ts';
import { taskLineOf } from './task-line.ts';

export const setTaskStatus = defineProjectTool({
  name: 'set_task_status',
  title: 'Set task status',
  description:
    'Moves a task to another status. skipped and blocked need a reason, done needs evidence, met dependencies and answered criteria.',
  category: 'task',
  effect: 'update',
  input: z.strictObject({
    id: taskId,
    status: statusSchema,
    reason: requiredText(2_000).optional(),
    evidence: z.array(requiredText(2_000)).max(30).optional(),
  }),
  output: z.strictObject({ task: taskLineSchema }),
  async handler({ id, status, reason, evidence }, { store, session, now }) {
    ownTaskOnly(session, id, 'set the status of');
    const task = await store.tasks.get(id);
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
