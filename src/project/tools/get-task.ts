import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { taskId } from '../fields.ts';
import { taskSchema } from '../model.ts';
import { taskInQuestion } from '../rules/session-scope.ts';
import { taskText } from '../task-text.ts';
import { commentSchema, commentText, commentView, taskRefSchema, taskRefText } from '../views.ts';

/** Enough to see what happened lately; the rest is counted. */
const commentsShown = 15;

export const getTask = defineProjectTool({
  name: 'get_task',
  title: 'Get task',
  description:
    'One task in full: fields, newest comments, and what it directly waits for with the last handoff of each. Your own task unless id is given.',
  category: 'task',
  effect: 'read',
  input: z.strictObject({ id: taskId.optional() }),
  output: z.strictObject({
    task: taskSchema,
    comments: z.array(commentSchema),
    comment_count: z.int(),
    dependencies: z.array(taskRefSchema.extend({ last_handoff: z.string().nullable() })),
    dependents: z.array(taskRefSchema),
    open_questions: z.array(z.strictObject({ id: z.int(), question: z.string() })),
  }),
  async handler({ id }, { store, session }) {
    const task = await store.tasks.get(taskInQuestion(session, id));
    const dependencies = await store.dependencies.of(task.id);
    const handoffs = await Promise.all(
      dependencies.map((dependency) => store.comments.lastHandoff(dependency.id)),
    );
    return {
      task,
      comments: (await store.comments.latest(task.id, commentsShown)).map(commentView),
      comment_count: await store.comments.count(task.id),
      dependencies: dependencies.map((dependency, place) => ({
        ...dependency,
        last_handoff: handoffs[place]?.body ?? null,
      })),
      dependents: (await store.dependencies.dependents(task.id)).slice(0, 100),
      open_questions: (await store.questions.open(task.id)).map(
        ({ id: question_id, question }) => ({
          id: question_id,
          question,
        }),
      ),
    };
  },
  render({ task, comments, comment_count, dependencies, dependents, open_questions }) {
    const part = (title: string, lines: readonly string[]) =>
      lines.length > 0 ? [`${title}:`, ...lines.map((line) => `  ${line}`)] : [];
    return [
      taskText(task),
      ...part(
        'Waits for',
        dependencies.map((d) => `${taskRefText(d)}${d.last_handoff ? ` — ${d.last_handoff}` : ''}`),
      ),
      ...part('Waited for by', dependents.map(taskRefText)),
      ...part(
        'Open questions',
        open_questions.map((q) => `(${q.id}) ${q.question}`),
      ),
      ...part(
        `Comments (newest ${comments.length} of ${comment_count})`,
        comments.map(commentText),
      ),
    ].join('\n');
  },
});
