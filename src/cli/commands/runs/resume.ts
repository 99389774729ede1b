import type { CommandSpec } from '../../command.ts';
import { show } from '../../project/tool-answer.ts';
import { refuseSpent } from '../../run/refuse-spent.ts';
import { runArgument, runIdOf } from '../../run/run-argument.ts';
import { withRuns } from '../../run/with-runs.ts';

export const command: CommandSpec = {
  description:
    'Continues a run that was broken off from the start of the iteration it was in; what that had done is kept where the log says. A run that stopped, failed or was cancelled goes on too, under the same terms; one that has spent its budget cannot. Exits like ralph run.',
  arguments: [runArgument],
  options: [
    {
      name: 'json',
      description: "Print one JSON event per line; the agent's words are in the log",
    },
    {
      name: 'unattended',
      internal: true,
      description: 'As a process of its own, which nobody watches',
    },
  ],
  examples: [
    { command: 'ralph runs resume', does: 'Goes on with the latest run.' },
    { command: 'ralph runs resume run_01', does: 'Goes on with another one.' },
  ],
  run: (invocation) =>
    withRuns(invocation, async ({ app, store }) => {
      const run = await store.find(runIdOf(invocation));
      const { id, status, reason } = run;
      if (status === 'complete') {
        const message = `Run ${id} is complete already: ${reason}.`;
        show(invocation, { run_id: id, status, reason }, () => message);
        return 0;
      }
      refuseSpent(run, await store.iterations(id));
      if (invocation.options.unattended === true) {
        const { executeUnattended } = await import('../../run/execute-unattended.ts');
        return executeUnattended(invocation, app, store, id);
      }
      const { executeHere } = await import('../../run/execute-here.ts');
      const { uiSettings } = await import('../../run/ui-settings.ts');
      const ui = await uiSettings(app, invocation.root);
      const attended = invocation.output.isTerminal && process.stdin.isTTY === true;
      return executeHere(invocation, app, { runId: id, ui, attended });
    }),
};
