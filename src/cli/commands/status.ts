import type { CommandSpec } from '../command.ts';
import { show } from '../project/tool-answer.ts';
import { withRuns } from '../run/with-runs.ts';

export const command: CommandSpec = {
  reads: true,
  description:
    'Whether a run is under way and what it waits for, how the last one ended, the tasks, and the questions that nobody has answered yet. It changes nothing.',
  examples: [
    { command: 'ralph status', does: 'How things stand.' },
    {
      command: 'ralph status --json',
      does: 'The same as {active_run, last_run, tasks, open_questions, next}.',
    },
  ],
  async run(invocation) {
    const { projectStatus, renderStatus, untouchedProject } = await import(
      '../run/project-status.ts'
    );
    const status = await withRuns(
      invocation,
      (runs) => projectStatus(runs, invocation.root),
      () => untouchedProject(invocation.root),
    );
    show(invocation, status, () => renderStatus(status));
    return 0;
  },
};
