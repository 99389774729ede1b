import { systemClock } from '../../../base/clock.ts';
import type { CommandSpec } from '../../command.ts';
import { show } from '../../project/tool-answer.ts';
import { runArgument, runIdOf } from '../../run/run-argument.ts';
import { withRuns } from '../../run/with-runs.ts';
import { userName } from '../../tools/call-tool.ts';

/** Agents get some seconds to end by themselves, and gates are ended with them. */
const waitMs = 30_000;

export const command: CommandSpec = {
  description:
    'Stops the agent and ends the run. What was under way is taken back and kept where the log says; accepted iterations stay. A run that was broken off is given up the same way.',
  arguments: [runArgument],
  examples: [
    { command: 'ralph runs cancel', does: 'Ends the latest run.' },
    { command: 'ralph runs cancel run_01 --json', does: 'The same, answering how it ended.' },
  ],
  run: (invocation) =>
    withRuns(invocation, async ({ app, database, store }) => {
      const { cancelRun } = await import('../../../loop/runs/start/cancel-run.ts');
      const { giveUpLostRuns } = await import('../../../loop/runs/store/admit-run.ts');
      const { waitForRun } = await import('../../../loop/runs/wait-for-run.ts');
      const { runResult } = await import('../../../loop/runs/report/run-result.ts');
      const loop = await app.loop();
      const root = await loop.roots.resolve();
      await giveUpLostRuns(database, systemClock);
      const run = await store.find(runIdOf(invocation));
      await cancelRun(loop, { root, database, store, run }, userName(invocation.env));
      const { signal } = invocation;
      const ended = await waitForRun({ store, runId: run.id, after: 0, waitMs, signal });
      const result = runResult(ended, await store.iterations(run.id));
      show(invocation, result, () => result.summary);
      return ended.exit_code === null ? 1 : 0;
    }),
};
