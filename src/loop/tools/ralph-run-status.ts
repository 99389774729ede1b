import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { runResultSchema } from '../runs/report/run-result.ts';
import { defineLoopTool } from './define-loop-tool.ts';
import { runIdInput, waitInput } from './run-fields.ts';
import { answerOf, renderResult } from './started-run.ts';

/** Without a cursor, the end of the story is what a newcomer wants. */
const lastShown = 20;

const output = runResultSchema.extend({
  waiting: z
    .strictObject({ for: z.string(), until: z.string().nullable() })
    .nullable()
    .describe('What the run waits for.'),
  questions: z
    .array(
      z.strictObject({
        id: z.int(),
        task_id: z.int().nullable(),
        text: z.string(),
        blocking: z.boolean(),
      }),
    )
    .describe('Open questions of agents; answer with ralph_answer.'),
  events: z.array(
    z.strictObject({
      seq: z.int(),
      at: z.string(),
      iteration: z.int().nullable(),
      kind: z.string(),
      text: z.string(),
    }),
  ),
  next_cursor: z.string().describe('Give it back to get only what happens later.'),
});

export const ralphRunStatus = defineLoopTool({
  name: 'ralph_run_status',
  title: 'Status of a run',
  description:
    'How a run stands: status, phase, what it waits for, open questions, gates, spend, and what happened after cursor (without one, the last events). With wait_s it answers when the run has ended, asks something or, with cursor, when there is news; call it again until status is complete, failed, stopped or cancelled.',
  category: 'run',
  effect: 'read',
  input: z.strictObject({
    run_id: runIdInput,
    wait_s: waitInput('news'),
    cursor: z.string().max(20).optional().describe('next_cursor of the last answer.'),
  }),
  output,
  page: {
    rows: ({ events }) => events,
    keep: (answer, count) => {
      const events = answer.events.slice(0, count);
      return { ...answer, events, next_cursor: String(events.at(-1)?.seq ?? answer.next_cursor) };
    },
  },
  async handler({ run_id, wait_s = 0, cursor }, call) {
    const { services, signal, progress } = call;
    const { findRun } = await import('./find-run.ts');
    const { eventsAfter, waitForRun, toldEvents } = await import('../runs/wait-for-run.ts');
    const { isBrokenOff } = await import('../runs/is-broken-off.ts');
    const { openQuestions } = await import('../runs/run-questions.ts');
    const { askOpenQuestions } = await import('./ask-open-questions.ts');
    const after = readCursor(cursor);
    const { database, store, run: found } = await findRun(services, run_id);
    await askOpenQuestions(database, call, found);
    const brokenOff = () => isBrokenOff(database, store, found.id, services.clock);

    const run = await waitForRun({
      store,
      runId: found.id,
      after: after ?? (await eventsAfter(store, found.id, 0)).at(-1)?.seq ?? 0,
      waitMs: wait_s * 1000,
      signal,
      ...(progress && { progress }),
      enough: async ({ phase }, news) =>
        (phase === 'needs_input' && (await openQuestions(database)).length > 0) ||
        (after !== undefined && news.length > 0) ||
        brokenOff(),
    });
    // What was asked meanwhile: the call is made again with the answer.
    await askOpenQuestions(database, call, run);
    const all = await eventsAfter(store, run.id, after ?? 0);
    const told = toldEvents(all);
    return {
      ...answerOf(run, await store.iterations(run.id)),
      waiting: (await brokenOff()) ? resumption(run.id) : run.waiting,
      questions: run.options.mode === 'tasks' ? [...(await openQuestions(database))] : [],
      events: after === undefined ? told.slice(-lastShown) : told,
      next_cursor: String(all.at(-1)?.seq ?? after ?? 0),
    };
  },
  render: (result) =>
    [
      renderResult(result),
      ...(result.waiting === null ? [] : [`Waits for ${result.waiting.for}`]),
      ...result.questions.map(
        ({ id, task_id, text }) =>
          `Question ${id}${task_id === null ? '' : ` (task #${task_id})`}: ${text}`,
      ),
      ...result.events.map(({ at, text }) => `${at} ${text}`),
      `Cursor: ${result.next_cursor}`,
    ].join('\n'),
});

function resumption(id: string) {
  const how = `"ralph runs resume ${id}" goes on, ralph_run_cancel gives it up`;
  return { for: `somebody to take it up, because its process is gone: ${how}`, until: null };
}

function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new ToolError('invalid_argument', `"${cursor}" is no cursor.`, {
    hint: 'Give the next_cursor of an earlier answer, or leave it out.',
    details: [{ field: 'cursor', message: 'is no cursor' }],
  });
}
