import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { reportText, taskId } from '../fields.ts';
import { refuseForeignComment } from '../rules/comment-scope.ts';
import { commentSchema, commentText, commentView } from '../views.ts';

export const updateTaskComment = defineProjectTool({
  name: 'update_task_comment',
  title: 'Update task comment',
  description: 'Rewrites a comment of your own.',
  category: 'comment',
  effect: 'update',
  input: z.strictObject({ task_id: taskId, comment_id: taskId, body: reportText(8_000) }),
  output: z.strictObject({ task_id: z.int(), comment: commentSchema }),
  async handler({ task_id, comment_id, body }, { store, session }) {
    await store.tasks.get(task_id);
    refuseForeignComment(session, await store.comments.get(task_id, comment_id));
    return { task_id, comment: commentView(await store.comments.edit(task_id, comment_id, body)) };
  },
  render: ({ task_id, comment }) => `#${task_id} ${commentText(comment)}`,
});
