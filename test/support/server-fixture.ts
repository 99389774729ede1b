import { type ChildProcess, fork } from 'node:child_process';
import { onTestFinished } from 'vitest';

export interface ServerProcess {
  readonly child: ChildProcess;
  stderr(): string;
}

/** Starts a bundled fixture with pipes and a channel; it is gone when the test is over. */
export function startServerProcess(
  program: string,
  args: readonly string[],
  options: { readonly execArgv?: readonly string[] } = {},
): ServerProcess {
  const child = fork(program, [...args], {
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    execArgv: [...(options.execArgv ?? [])],
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-20_000);
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return { child, stderr: () => stderr };
}

/** The port that an HTTP fixture says on its first line. */
export async function portOf({ child, stderr }: ServerProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${stderr()}`)));
    child.stdout?.once('data', (chunk: Buffer) => resolve(JSON.parse(chunk.toString()).port));
  });
}
