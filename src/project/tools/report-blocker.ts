import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { reportText, taskFields, taskId } from '../fields.ts';
import { moveTask } from '../move-task.ts';
import { ownTaskOnly, provenanceOf, taskInQuestion } from '../rules/session-scope.ts';
import { taskLineSchema, taskLineText } from '../views.ts';
import { taskLineOf } from './task-line.ts';

/** Several tasks may suspect the same one; what they say adds up, the newest kept whole. */
const mostAsked = 8_000;

export const reportBlocker = defineProjectTool({
  name: 'report_blocker',
  title: 'Report blocker',
  description:
    'Sets your task to blocked and says why. A suspect task is only asked to be reopened; a proposed fix becomes a draft task.',
  category: 'task',
  effect: 'update',
  input: z.strictObject({
    id: taskId.optional(),
    reason: reportText(4_000),
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
  async handler(
    { id, reason, kind, suspect_task_id, proposed_fix_task },
    { store, session, caller, now },
  ) {
    const task = await store.tasks.get(taskInQuestion(session, id));
    ownTaskOnly(session, task.id, 'block');
    if (suspect_task_id === task.id) throw suspectsItself(task.id);
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
      const suspect = await store.tasks.get(suspect_task_id);
      const asked = [suspect.reopen_requested, `from #${task.id}: ${reason}`].filter(Boolean);
      const reopen_requested = asked.join('\n').slice(-mostAsked);
      await store.tasks.change(suspect_task_id, { reopen_requested }, 'reopen requested');
    }
    const fix =
      proposed_fix_task &&
      (await store.tasks.add({
        feature: task.feature,
        discipline: task.discipline,
        title: proposed_fix_task.title,
        description: proposed_fix_task.description ?? reason,
        status: 'draft',
        provenance: provenanceOf(caller),
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

function suspectsItself(id: number): ToolError {
  return new ToolError('invalid_argument', `Task #${id} cannot be its own suspect.`, {
    details: [{ field: 'suspect_task_id', message: 'the blocked task itself' }],
    hint: 'Name the task whose result is wrong, or leave suspect_task_id out.',
  });
}
