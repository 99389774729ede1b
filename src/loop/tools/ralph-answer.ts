import { z } from 'zod';
import { defineLoopTool } from './define-loop-tool.ts';
import { runIdInput } from './run-fields.ts';

export const ralphAnswer = defineLoopTool({
  name: 'ralph_answer',
  title: 'Answer a question of a run',
  description:
    "Gives a person's answer to a question that an agent asked during a run (ralph_run_status lists them). The task that waited for it can be taken again, and its next session reads the answer. Never make an answer up: ask the person.",
  category: 'run',
  effect: 'update',
  input: z.strictObject({
    run_id: runIdInput,
    question_id: z.int().positive().describe('From ralph_run_status.'),
    text: z.string().min(1).max(8_000).describe('What the person said.'),
  }),
  output: z.strictObject({
    run_id: z.string(),
    question_id: z.int(),
    task_id: z.int().nullable(),
    task_status: z.string().nullable(),
  }),
  async handler({ run_id, question_id, text }, { services, caller }) {
    const { findRun } = await import('./find-run.ts');
    const { giveAnswer } = await import('../runs/run-questions.ts');
    const { run, database } = await findRun(services, run_id);
    const answered = await giveAnswer(database, {
      id: question_id,
      text,
      author: caller.author,
      now: services.clock.now().toISOString(),
    });
    return { run_id: run.id, question_id, ...answered };
  },
  render: ({ question_id, task_id, task_status }) =>
    task_id === null
      ? `Answered question ${question_id}.`
      : `Answered question ${question_id}; task #${task_id} is ${task_status}.`,
});
