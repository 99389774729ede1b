import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** CPU milliseconds of a command and all processes that it waited for, as the shell counts them. */
export function cpuOf(command, { cwd, env, agentRuns }) {
  const { stderr, stdout } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%3U %3S"; time "$@"', 'bash', ...command],
    { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const times = stderr.trimEnd().split('\n').at(-1).split(' ').map(Number);
  // A command that did not do the work would look very quick.
  const ran = readFileSync(path.join(cwd, 'notes.txt'), 'utf8').trim().split('\n').length;
  if (ran !== agentRuns || times.length !== 2 || times.some(Number.isNaN)) {
    throw new Error(
      `${command.join(' ')}: the agent ran ${ran} of ${agentRuns} times\n${stdout}\n${stderr}`,
    );
  }
  return (times[0] + times[1]) * 1000;
}
