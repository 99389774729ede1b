import { z } from 'zod';
import { defaultLimits } from '../../tool/define-tool.ts';
import { cutText } from '../../tool/page.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { taskId } from '../fields.ts';
import { taskSchema } from '../model.ts';
import { excerpt } from '../rules/excerpt.ts';
import { taskInQuestion } from '../rules/session-scope.ts';
import { withinBytes } from '../task-answer.ts';
import { taskText } from '../task-text.ts';
import { commentSchema, commentText, commentView, taskRefSchema, taskRefText } from '../views.ts';

/** Enough to see what happened lately; the rest is counted. */
const commentsShown = 15;
const dependentsShown = 100;
const questionsShown = 20;

/** The task's own words leave room in the text for what others said about it. */
const ownTextBytes = 4_500;
const linesShown = 10;

export const getTask = defineProjectTool({
  name: 'get_task',
  title: 'Get task',
  description:
    'One task in full: fields, newest comments, and what it directly waits for with the last handoff of each. Your own task unless id is given. cut names what was shortened.',
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
    cut: z.array(z.string()),
  }),
  async handler({ id }, { store, session }) {
    const task = await store.tasks.get(taskInQuestion(session, id));
    const dependencies = [];
    for (const dependency of await store.dependencies.of(task.id)) {
      const handoff = await store.comments.lastHandoff(dependency.id);
      dependencies.push({ ...dependency, last_handoff: handoff?.body ?? null });
    }
    const questions = await store.questions.open(task.id);
    const comment_count = await store.comments.count(task.id);
    const { answer, cut } = withinBytes(
      {
        task,
        comments: (await store.comments.latest(task.id, commentsShown)).map(commentView),
        dependencies,
        dependents: (await store.dependencies.dependents(task.id)).slice(0, dependentsShown),
        open_questions: questions
          .slice(0, questionsShown)
          .map(({ id: question_id, question }) => ({ id: question_id, question })),
      },
      // What is left is for the count and the names of what was cut.
      defaultLimits.structured - 1_000,
    );
    return {
      ...answer,
      comments: [...answer.comments],
      dependencies: [...answer.dependencies],
      dependents: [...answer.dependents],
      open_questions: [...answer.open_questions],
      comment_count,
      cut: [...cut],
    };
  },
  render({ task, comments, comment_count, dependencies, dependents, open_questions }) {
    const part = (title: string, lines: readonly string[]) => {
      const rest = lines.length - linesShown;
      return lines.length === 0
        ? []
        : [
            `${title}:`,
            ...lines.slice(0, linesShown).map((line) => `  ${line}`),
            ...(rest > 0 ? [`  … and ${rest} more`] : []),
          ];
    };
    const newest = [...comments].reverse();
    return [
      cutText(taskText(task), ownTextBytes),
      ...part(
        'Open questions',
        open_questions.map((q) => `(${q.id}) ${excerpt(q.question, 200)}`),
      ),
      ...part(
        'Waits for',
        dependencies.map(
          (d) => `${taskRefText(d)}${d.last_handoff ? ` — ${excerpt(d.last_handoff, 160)}` : ''}`,
        ),
      ),
      ...part(
        `Comments (${comment_count}, newest first)`,
        newest.map((c) => commentText({ ...c, body: excerpt(c.body, 300) })),
      ),
      ...part('Waited for by', dependents.map(taskRefText)),
    ].join('\n');
  },
});
