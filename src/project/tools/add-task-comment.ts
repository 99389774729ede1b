import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { nameField, reportText, taskId, text } from '../fields.ts';
import { prioritySchema } from '../model.ts';
import { refuseDistantComment } from '../rules/comment-scope.ts';
import { commentSchema, commentText, commentView } from '../views.ts';

export const addTaskComment = defineProjectTool({
  name: 'add_task_comment',
  title: 'Add task comment',
  description:
    'Leaves a comment on your task, its neighbours or the next ones of its feature. kind handoff is shown to whoever depends on the task.',
  category: 'comment',
  effect: 'create',
  input: z.strictObject({
    task_id: taskId,
    author: text(200).optional().describe('Ignored: the server signs.'),
    body: reportText(8_000),
    kind: z.enum(['note', 'handoff']).default('note'),
    discipline: nameField.optional(),
    priority: prioritySchema.optional(),
  }),
  output: z.strictObject({ task_id: z.int(), comment: commentSchema }),
  async handler({ task_id, body, kind, discipline, priority }, { store, session }) {
    await store.tasks.get(task_id);
    await refuseDistantComment(store, session, task_id);
    if (discipline) await store.disciplines.get(discipline);
    const comment = await store.comments.add({
      task_id,
      kind,
      body,
      discipline: discipline ?? session?.discipline ?? null,
      priority: priority ?? null,
    });
    return { task_id, comment: commentView(comment) };
  },
  render: ({ task_id, comment }) => `#${task_id} ${commentText(comment)}`,
});
