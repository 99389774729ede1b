import type { CommandSpec } from '../command.ts';
import { iterationsArgument, runOnlyFlags, sharedFlags } from '../run/run-flags.ts';
import { startRun } from '../run/start-run.ts';

export const command: CommandSpec = {
  description:
    'Works on the task queue (--tasks), else on a PRD that has stories, else on the prompt. Gates decide when it is done. Exits 0 when complete, 1 at a limit, stall or failure, 2 for wrong arguments, 130 when cancelled. Ctrl+C once ends it in order, twice at once.',
  arguments: [iterationsArgument],
  options: [...runOnlyFlags, ...sharedFlags],
  examples: [
    { command: 'ralph run', does: 'Runs on the PRD or the prompt with the configured agent.' },
    { command: 'ralph run 5 --tasks --feature auth', does: 'At most five tasks of one feature.' },
    { command: 'ralph run --dry-run', does: 'What would be run, without running it.' },
    {
      command: 'ralph run --agent codex --allowed-paths src,docs --max-minutes 60',
      does: 'Another agent, held to two folders and an hour.',
    },
    { command: 'ralph run --worktree --commit', does: 'Leaves a branch to review.' },
    { command: 'ralph run --json', does: 'One JSON event per line, for a program.' },
  ],
  run: (invocation) => startRun(invocation, 'run'),
};
