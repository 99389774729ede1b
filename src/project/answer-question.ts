import { ToolError } from '../base/errors.ts';
import { requiredText } from './fields.ts';
import type { Question, Task } from './model.ts';
import { moveTask } from './move-task.ts';
import type { ProjectStore } from './store/project-store.ts';

const answerSchema = requiredText(8_000);

/** A person answers what an agent asked. Its task goes on when nothing else keeps it waiting. */
export async function answerQuestion(
  store: ProjectStore,
  given: { readonly id: number; readonly text: string; readonly now: string },
): Promise<{ question: Question; task: Task | null }> {
  const parsed = answerSchema.safeParse(given.text);
  if (!parsed.success) {
    const message = parsed.error.issues.map((issue) => issue.message).join('; ');
    throw new ToolError('invalid_argument', `The answer cannot be kept: ${message}.`, {
      hint: 'Say in up to 8,000 characters what the agent should know.',
    });
  }
  const question = await store.questions.answer(given.id, parsed.data);
  if (question.task_id === null) return { question, task: null };
  const task = await store.tasks.get(question.task_id);
  await store.comments.add({ task_id: task.id, kind: 'answer', body: parsed.data });
  const open = (await store.questions.open(task.id)).filter(({ blocking }) => blocking);
  if (task.status !== 'needs_input' || open.length > 0) return { question, task };
  const moved = await moveTask({
    store,
    session: null,
    now: given.now,
    task,
    to: 'pending',
    reason: '',
  });
  return { question, task: moved };
}
