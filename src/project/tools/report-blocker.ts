import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { requiredText, taskFields, taskId } from '../fields.ts';
import { moveTask } from '../move-task.ts';
import { ownTaskOnly, taskInQuestion } from '../rules/session-scope.ts';
import { taskLineSchema, taskLineText } from '../views.ts';
import { taskLineOf } from './task-line.ts';

export const reportBlocker = defineProjectTool({
  name: 'report_blocker',
  title: 'Report blocker',
  description:
    'Sets your task to blocked and says why. A suspect task is only asked to be reopened; a proposed fix becomes a draft task.',
  category: 'task',
  effect: 'update',
  input: z.strictObject({
    id: taskId.optional(),
    reason: requiredText(4_000),
    kind: z.enum(['dependency', 'defect', 'unclear', 'environment', 'other']).default('other'),
    suspect_task_id: taskId.optional(),
    proposed_fix_task: z
      .strictObject({
        title: taskFields.title,
        description: taskFields.description.optional(),
      })
      .optional(),
  }),
  output: z.strictObject({
    task: taskLineSchema,
    comment_id: z.int(),
    suspect_task_id: z.int().nullable(),
    fix_task_id: z.int().nullable(),
  }),
  async handler({ id, reason, kind, suspect_task_id, proposed_fix_task }, { store, session, now }) {
    const task = await store.tasks.get(taskInQuestion(session, id));
    ownTaskOnly(session, task.id, 'block');
    const blocked = await moveTask({
      store,
      session,
      now,
      task,
      to: 'blocked',
      reason: `${kind}: ${reason}`,
    });
    const comment = await store.comments.add({
      task_id: task.id,
      kind: 'blocker',
      body: suspect_task_id ? `${reason} (suspect: #${suspect_task_id})` : reason,
    });
    if (suspect_task_id) {
      const asked = `from #${task.id}: ${reason}`;
      await store.tasks.get(suspect_task_id);
      await store.tasks.change(suspect_task_id, { reopen_requested: asked }, 'reopen requested');
    }
    const fix =
      proposed_fix_task &&
      (await store.tasks.add({
        feature: task.feature,
        discipline: task.discipline,
        title: proposed_fix_task.title,
        description: proposed_fix_task.description ?? reason,
        status: 'draft',
        provenance: session ? 'agent' : 'human',
        discovered_from: task.id,
      }));
    return {
      task: taskLineOf(blocked),
      comment_id: comment.id,
      suspect_task_id: suspect_task_id ?? null,
      fix_task_id: fix?.id ?? null,
    };
  },
  render: ({ task, suspect_task_id, fix_task_id }) =>
    [
      taskLineText(task),
      ...(suspect_task_id ? [`Asked a reviewer to reopen #${suspect_task_id}.`] : []),
      ...(fix_task_id ? [`Drafted the fix as #${fix_task_id}.`] : []),
      'Stop working on this task now.',
    ].join('\n'),
});
