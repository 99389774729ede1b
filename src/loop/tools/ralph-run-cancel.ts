import { z } from 'zod';
import { runResultSchema } from '../runs/report/run-result.ts';
import { defineLoopTool } from './define-loop-tool.ts';
import { runIdInput } from './run-fields.ts';
import { answerOf, renderResult } from './started-run.ts';

/** An agent is given a few seconds to end by itself. */
const waitMs = 8_000;

export const ralphRunCancel = defineLoopTool({
  name: 'ralph_run_cancel',
  title: 'Cancel a run',
  description:
    'Ends a run: the agent is stopped, what was under way is taken back and kept where the log says, accepted iterations stay. Also gives up a run that was broken off. Answers with how the run stands after a few seconds.',
  category: 'run',
  effect: 'execute',
  input: z.strictObject({ run_id: runIdInput }),
  output: runResultSchema,
  async handler({ run_id }, { services, caller, signal }) {
    const { findRun } = await import('./find-run.ts');
    const { cancelRun } = await import('../runs/start/cancel-run.ts');
    const { waitForRun } = await import('../runs/wait-for-run.ts');
    const found = await findRun(services, run_id);
    const { run, store } = found;
    await cancelRun(services, found, caller.author);
    const stands = await waitForRun({ store, runId: run.id, after: 0, waitMs, signal });
    return answerOf(stands, await store.iterations(run.id));
  },
  render: renderResult,
});
