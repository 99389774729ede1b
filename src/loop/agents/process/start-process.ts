import { type ChildProcess, spawn } from 'node:child_process';
import { errorMessage } from '../../../base/errors.ts';
import { findProgram } from '../../../base/processes/find-program.ts';
import { launchMark } from '../../../base/processes/launched-processes.ts';
import type { AgentCommand, LaunchIntent } from '../adapter.ts';

export type Started =
  | { readonly child: ChildProcess & { readonly pid: number } }
  | { readonly problem: string };

/** Starts an agent in a process group of its own, gives it the prompt on stdin and closes that. */
export async function startProcess(
  command: AgentCommand,
  intent: LaunchIntent,
  launchId: string,
): Promise<Started> {
  const env = { ...intent.env, ...command.env };
  const program = command.shell
    ? command.program
    : await findProgram(command.program, { env, folder: intent.cwd });
  if (program === undefined || program.trim() === '')
    return { problem: `there is no program "${command.program}"` };
  return new Promise((resolve) => {
    const refuse = (thrown: unknown) => resolve({ problem: errorMessage(thrown) });
    try {
      const child = spawn(program, command.args, {
        cwd: intent.cwd,
        env: { ...env, ...launchMark(env, launchId) },
        shell: command.shell === true,
        detached: process.platform !== 'win32',
        stdio: 'pipe',
      });
      child.on('error', refuse);
      child.on('spawn', () => {
        if (hasPid(child)) resolve({ child });
      });
      // An agent may end without reading; that is its affair.
      child.stdin.on('error', () => undefined);
      child.stdin.end(intent.prompt);
    } catch (thrown) {
      // An argument that no command line can hold is refused at once.
      refuse(thrown);
    }
  });
}

function hasPid(child: ChildProcess): child is ChildProcess & { readonly pid: number } {
  return child.pid !== undefined;
}
