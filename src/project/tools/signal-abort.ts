import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';
import { reportText } from '../fields.ts';

export const signalAbort = defineProjectTool({
  name: 'signal_abort',
  title: 'Signal abort',
  description:
    'Tells Ralph to end this session because it cannot go on. Your task goes back to the queue; then stop.',
  category: 'session',
  effect: 'create',
  input: z.strictObject({
    reason: reportText(2_000),
    kind: z.enum(['rate_limit', 'needs_human', 'env_broken', 'wrong_task']),
    retry_after: z
      .int()
      .min(1)
      .max(604_800)
      .optional()
      .describe('Seconds before your task is tried again; at once unless given.'),
  }),
  output: z.strictObject({ signal_id: z.int(), session_id: z.string(), message: z.string() }),
  async handler({ reason, kind, retry_after }, { store }) {
    const signal = await store.signals.send('abort', reason, {
      kind,
      ...(retry_after && { retry_after }),
    });
    return {
      signal_id: signal.id,
      session_id: signal.session_id,
      message: 'Stop now: do nothing more and end your turn. Ralph has been told.',
    };
  },
  render: ({ message }) => message,
});
