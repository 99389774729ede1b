import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { reportText, taskId } from '../fields.ts';
import { moveTask } from '../move-task.ts';
import { ownTaskOnly } from '../rules/session-scope.ts';
import { taskLineSchema, taskLineText } from '../views.ts';
import { taskLineOf } from './task-line.ts';

export const skipTask = defineProjectTool({
  name: 'skip_task',
  title: 'Skip task',
  description:
    'Decides against a task, with the reason kept as a comment. Its dependents no longer wait for it.',
  category: 'task',
  effect: 'update',
  input: z.strictObject({ id: taskId, reason: reportText(2_000) }),
  output: z.strictObject({ task: taskLineSchema }),
  async handler({ id, reason }, { store, session, now }) {
    ownTaskOnly(session, id, 'skip');
    const task = await store.tasks.get(id);
    const skipped = await moveTask({ store, session, now, task, to: 'skipped', reason });
    if (task.status !== 'skipped') {
      await store.comments.add({ task_id: id, kind: 'note', body: `Skipped: ${reason}` });
    }
    return { task: taskLineOf(skipped) };
  },
  render: ({ task }) => taskLineText(task),
});
