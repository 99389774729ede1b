import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { reportText, taskId } from '../fields.ts';
import { moveTask } from '../move-task.ts';
import { ownTaskOnly, taskInQuestion } from '../rules/session-scope.ts';

export const askHuman = defineProjectTool({
  name: 'ask_human',
  title: 'Ask a human',
  description:
    'Puts a question about your task to a person. blocking: the task waits as needs_input and you stop; otherwise go on, the answer comes in a later session.',
  category: 'task',
  effect: 'create',
  input: z.strictObject({
    id: taskId.optional(),
    question: reportText(4_000),
    blocking: z.boolean(),
  }),
  output: z.strictObject({
    question_id: z.int(),
    task_id: z.int(),
    status: z.string(),
    message: z.string(),
  }),
  async handler({ id, question, blocking }, { store, session, now }) {
    const task = await store.tasks.get(taskInQuestion(session, id));
    ownTaskOnly(session, task.id, 'ask about');
    const asked = await store.questions.ask(task.id, question, blocking);
    await store.comments.add({ task_id: task.id, kind: 'question', body: question });
    const after = blocking
      ? await moveTask({ store, session, now, task, to: 'needs_input', reason: question })
      : task;
    return {
      question_id: asked.id,
      task_id: task.id,
      status: after.status,
      message: blocking
        ? 'A person has been asked. Stop working on this task now.'
        : 'A person has been asked. Go on with what does not need the answer.',
    };
  },
  render: ({ question_id, message }) => `Question ${question_id}. ${message}`,
});
