import { UserError } from '../../../base/errors.ts';
import type { CommandSpec } from '../../command.ts';
import { Interruption } from '../../interruption.ts';
import { textOption } from '../../read-values.ts';
import { runArgument, runIdOf } from '../../run/run-argument.ts';
import { withRuns } from '../../run/with-runs.ts';

const modes = ['auto', 'rich', 'plain'] as const;

export const command: CommandSpec = {
  reads: true,
  description:
    'Shows a run from its beginning, whichever process it is in, and exits with its exit code. Leaving does not disturb the run.',
  arguments: [runArgument],
  options: [
    {
      name: 'ui',
      value: 'MODE',
      choices: modes,
      description: 'Live view or plain lines, instead of ui.mode',
    },
    { name: 'json', description: 'Print one JSON event per line' },
  ],
  examples: [
    { command: 'ralph runs watch', does: 'Follows the latest run.' },
    { command: 'ralph runs watch run_01 --ui plain', does: 'One line per event.' },
    { command: 'ralph runs watch latest --json', does: 'Every event, for a program.' },
  ],
  run: (invocation) =>
    withRuns(invocation, async (runs) => {
      const { createRunView } = await import('../../run/run-view.ts');
      const { followRun } = await import('../../run/follow-run.ts');
      const { json, output, env, root, signal } = invocation;
      const { id } = await runs.store.find(runIdOf(invocation));
      const { uiSettings } = await import('../../run/ui-settings.ts');
      const ui = await uiSettings(runs.app, root);
      const given = textOption(invocation, 'ui');
      const mode = modes.find((known) => known === given) ?? ui.mode;
      const view = createRunView({ output, env, json, ui: { ...ui, mode } });
      try {
        const followed = await followRun(runs, id, view, signal);
        view.close();
        switch (followed.kind) {
          case 'ended':
            return followed.run.exit_code ?? 1;
          case 'left': {
            const { reason } = signal;
            if (!(reason instanceof Interruption)) return 1;
            if (!reason.silent) output.error(`Run ${id} goes on without you.`);
            return reason.exitCode;
          }
          case 'broken_off':
            throw new UserError(`Run ${id} was broken off: no process is at work on it.`, {
              hint: `Go on with it: ralph runs resume ${id}. Give it up: ralph runs cancel ${id}.`,
            });
        }
      } finally {
        view.close();
      }
    }),
};
