import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { reportText, requiredText, taskId } from '../fields.ts';
import { moveTask } from '../move-task.ts';
import { answeredCriteria } from '../rules/completion.ts';
import { ownTaskOnly, taskInQuestion } from '../rules/session-scope.ts';
import { taskLineSchema, taskLineText } from '../views.ts';
import { taskLineOf } from './task-line.ts';

/** A task that thousands wait for must not make the answer too long to be given. */
const unblockedShown = 200;

export const completeTask = defineProjectTool({
  name: 'complete_task',
  title: 'Complete task',
  description:
    'Closes your task as done: what was done, the evidence, and an answer to every acceptance criterion. Also leaves the summary as a handoff.',
  category: 'task',
  effect: 'update',
  input: z.strictObject({
    id: taskId.optional(),
    summary: reportText(4_000),
    evidence: z.array(reportText(2_000)).min(1).max(30),
    criteria_results: z
      .array(
        z.strictObject({
          criterion: requiredText(1_000).describe('To the letter.'),
          met: z.boolean(),
          evidence: reportText(2_000),
        }),
      )
      .max(40)
      .default([]),
  }),
  output: z.strictObject({ task: taskLineSchema, unblocked: z.array(z.int()) }),
  async handler({ id, summary, evidence, criteria_results }, { store, session, now }) {
    const task = await store.tasks.get(taskInQuestion(session, id));
    ownTaskOnly(session, task.id, 'complete');
    const results = answeredCriteria(task, criteria_results);
    const done = await moveTask({
      store,
      session,
      now,
      task,
      to: 'done',
      reason: '',
      evidence,
      with: { summary, criteria_results: results },
    });
    if (task.status !== 'done') {
      await store.comments.add({ task_id: task.id, kind: 'handoff', body: summary });
    }
    const ready = await store.dependencies.readyAfter(task.id);
    return { task: taskLineOf(done), unblocked: ready.slice(0, unblockedShown) };
  },
  render: ({ task, unblocked }) =>
    `${taskLineText(task)}${unblocked.length > 0 ? `\nNow ready: ${unblocked.map((n) => `#${n}`).join(', ')}` : ''}`,
});
