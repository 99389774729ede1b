import { loopFiles } from '../../loop/loop-files.ts';
import type { CommandSpec } from '../command.ts';
import { iterationsArgument, sharedFlags } from '../run/run-flags.ts';
import { startRun } from '../run/start-run.ts';

export const command: CommandSpec = {
  description: `Takes one topic of ${loopFiles.codebaseMap} per iteration and changes nothing but that file. Exit codes are those of ralph run.`,
  arguments: [iterationsArgument],
  options: sharedFlags,
  examples: [
    { command: 'ralph understand', does: 'One iteration for each topic that is open.' },
    { command: 'ralph understand 3', does: 'The next three topics.' },
    { command: 'ralph understand --agent gemini', does: 'With another agent.' },
  ],
  run: (invocation) => startRun(invocation, 'understand'),
};
