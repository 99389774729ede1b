import type { CommandSpec } from '../../command.ts';
import { onlyForPeople } from '../../only-for-people.ts';
import { show } from '../../project/tool-answer.ts';
import { runArgument, runIdOf } from '../../run/run-argument.ts';
import { withRuns } from '../../run/with-runs.ts';

export const command: CommandSpec = {
  description:
    'Files, commits, branch and tasks are put back to what they were before the run. What it had done is kept first, and the answer says where. What you have done since and has nothing to do with it stays: other branches, tags, stashes, files that git ignores. Refused when files, or the branch it worked on, have changed since the run ended, unless --force.',
  arguments: [runArgument],
  options: [
    { name: 'force', description: 'Take back later changes of files and its branch as well' },
  ],
  examples: [
    { command: 'ralph runs undo', does: 'Takes back the latest run.' },
    { command: 'ralph runs undo run_01 --force', does: 'And what was changed after it.' },
  ],
  run: (invocation) =>
    withRuns(invocation, async ({ app, store }) => {
      onlyForPeople(invocation);
      const { undoRun } = await import('../../../loop/runs/engine/undo-run.ts');
      const { id } = await store.find(runIdOf(invocation));
      const force = invocation.options.force === true;
      const { how_to_recover, lost } = await undoRun(await app.runs(), id, { force });
      show(invocation, { run_id: id, how_to_recover, lost }, () =>
        [
          `Run ${id} is undone.`,
          ...(how_to_recover === null ? [] : [how_to_recover]),
          ...lost.map((file) => `Could not be brought back: ${file}`),
        ].join('\n'),
      );
      return lost.length > 0 ? 1 : 0;
    }),
};
