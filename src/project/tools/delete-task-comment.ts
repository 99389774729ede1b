import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { taskId } from '../fields.ts';
import { refuseForeignComment } from '../rules/comment-scope.ts';

export const deleteTaskComment = defineProjectTool({
  name: 'delete_task_comment',
  title: 'Delete task comment',
  description: 'Removes a comment of your own; its text stays in the history.',
  category: 'comment',
  effect: 'delete',
  input: z.strictObject({ task_id: taskId, comment_id: taskId }),
  output: z.strictObject({ task_id: z.int(), comment_id: z.int(), deleted: z.literal(true) }),
  async handler({ task_id, comment_id }, { store, session }) {
    await store.tasks.get(task_id);
    refuseForeignComment(session, await store.comments.get(task_id, comment_id));
    await store.comments.remove(task_id, comment_id);
    return { task_id, comment_id, deleted: true as const };
  },
  render: ({ task_id, comment_id }) => `Deleted comment ${comment_id} of #${task_id}.`,
});
