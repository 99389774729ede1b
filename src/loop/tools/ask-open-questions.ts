import { z } from 'zod';
import type { Database } from '../../storage/open-database.ts';
import type { ToolCall } from '../../tool/define-tool.ts';
import type { Run } from '../runs/run.ts';
import { giveAnswer, openQuestions } from '../runs/run-questions.ts';
import type { LoopServices, LoopTables } from '../services.ts';

const answered = z.object({ answer: z.string().min(1) });

/**
 * Puts the open questions of a run to the person behind the client, where the client can. One that was turned down
 * is not asked again: a client that looks at its run every few seconds would never leave its person in peace.
 */
export async function askOpenQuestions(
  database: Database<LoopTables>,
  { client, services, caller }: ToolCall<LoopServices>,
  run: Run,
): Promise<void> {
  const { elicit } = client;
  if (!elicit || run.options.mode !== 'tasks' || run.status !== 'running') return;
  const { declinedQuestions, clock } = services;
  const open = (await openQuestions(database)).filter(({ id }) => !declinedQuestions.has(id));
  // Asked together, they reach the client together.
  const replies = await Promise.all(
    open.slice(0, 3).map(async ({ id, task_id, text }) => {
      const about = task_id === null ? '' : ` about task #${task_id}`;
      const reply = await elicit({
        key: `question_${id}`,
        message: `An agent asks${about}: ${text}`,
        schema: {
          type: 'object',
          properties: { answer: { type: 'string', title: 'Your answer' } },
          required: ['answer'],
        },
      });
      return { id, reply };
    }),
  );
  for (const { id, reply } of replies) {
    const given = reply.action === 'accept' ? answered.safeParse(reply.content).data : undefined;
    if (!given) {
      declinedQuestions.add(id);
      continue;
    }
    const now = clock.now().toISOString();
    await giveAnswer(database, { id, text: given.answer, author: caller.author, now });
  }
}
