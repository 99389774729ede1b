import { spawn } from 'node:child_process';

const patience = 5_000;
const enough = 4_096;

/** What a program answers to `--version`, or nothing if it does not say so in time. */
export function programVersion(
  program: string,
  env: Readonly<Record<string, string | undefined>>,
  timeoutMs: number = patience,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    // Batch files are run by the command interpreter; everything else is started directly.
    const batch = /\.(cmd|bat)$/i.test(program);
    const child = spawn(batch ? `"${program}"` : program, ['--version'], {
      env,
      shell: batch,
      // A group of its own, so that a launcher's children die with it when time is up.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    const finish = (version: string | undefined) => {
      clearTimeout(timer);
      resolve(version);
    };
    const stop = () => {
      if (child.pid !== undefined) killGroup(child.pid);
      child.stdout.destroy();
      finish(undefined);
    };
    const timer = setTimeout(stop, timeoutMs);
    child.on('error', () => finish(undefined));
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (said.length > enough) stop();
    });
    child.on('close', () => finish(/\d+\.\d+(\.\d+)?[\w.+-]*/.exec(said)?.[0]));
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It ended between the time-out and the signal.
  }
}
