import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../../base/errors.ts';
import { endLaunch } from '../../base/processes/end-launch.ts';
import { launchMark } from '../../base/processes/launched-processes.ts';

export interface ShellCommand {
  readonly run: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** By which its processes are found again, also by another process after a crash. */
  readonly launchId: string;
  /** How long its processes may take to end when asked to, before they are killed. */
  readonly graceMs?: number | undefined;
  /** Read on stdin, which is closed after it. */
  readonly input?: string;
  onOutput(chunk: Buffer): void;
}

export interface ShellEnd {
  readonly exitCode: number | null;
  readonly ended: 'exited' | 'timed_out' | 'aborted' | 'failed_to_start';
  /** Why it did not start. */
  readonly problem?: string;
}

/** What a process wrote last may still be on its way when it has ended; what its children hold open need not close. */
const drainMs = 250;
const longestTimer = 2 ** 31 - 1;

/** Runs a command line in a shell, in a process group of its own, of which nothing is left when this resolves. */
export async function runShellCommand(command: ShellCommand): Promise<ShellEnd> {
  const started = await start(command);
  if ('problem' in started) {
    return { exitCode: null, ended: 'failed_to_start', problem: started.problem };
  }
  const { child, pid, exited, closed } = started;
  let ended: ShellEnd['ended'] = 'exited';
  let ending: Promise<void> | undefined;
  const endAll = async () => {
    await endLaunch({ id: command.launchId, pid }, command.graceMs);
    child.kill('SIGKILL');
  };
  const stop = (why: ShellEnd['ended']) => {
    if (ending === undefined) ended = why;
    ending ??= endAll();
  };
  const onAbort = () => stop('aborted');
  const timer = setTimeout(() => stop('timed_out'), Math.min(command.timeoutMs, longestTimer));
  command.signal.addEventListener('abort', onAbort);
  if (command.signal.aborted) onAbort();

  const exitCode = await exited;
  clearTimeout(timer);
  command.signal.removeEventListener('abort', onAbort);
  await Promise.race([closed, delay(drainMs, undefined, { ref: false })]);
  // What it left in the background would disturb the next gate, and the agent.
  ending ??= endAll();
  await ending;
  child.stdout?.destroy();
  child.stderr?.destroy();
  return { exitCode, ended };
}

interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly exited: Promise<number | null>;
  readonly closed: Promise<void>;
}

function start(command: ShellCommand): Promise<Started | { readonly problem: string }> {
  const windows = process.platform === 'win32';
  // One pipe for both streams, or what was said first could be read last.
  const line = windows ? command.run : `exec 2>&1\n${command.run}`;
  return new Promise((resolve) => {
    const refuse = (thrown: unknown) => resolve({ problem: errorMessage(thrown) });
    try {
      const child = spawn(line, {
        cwd: command.cwd,
        env: environment(command),
        shell: true,
        detached: !windows,
        windowsHide: true,
        stdio: [command.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      });
      const exited = new Promise<number | null>((settle) => child.on('exit', settle));
      const closed = new Promise<void>((settle) => child.on('close', () => settle()));
      child.stdout?.on('data', command.onOutput);
      child.stderr?.on('data', command.onOutput);
      // Whether a command reads all of its input is its own affair.
      child.stdin?.on('error', () => {});
      child.stdin?.end(command.input);
      child.on('error', refuse);
      child.on('spawn', () => {
        if (child.pid !== undefined) resolve({ child, pid: child.pid, exited, closed });
      });
    } catch (thrown) {
      // A command that no command line can hold is refused at once.
      refuse(thrown);
    }
  });
}

function environment({ cwd, env, launchId }: ShellCommand): Record<string, string | undefined> {
  const windows = process.platform === 'win32';
  const name = Object.keys(env).find((key) => (windows ? key.toUpperCase() : key) === 'PATH');
  const binaries = path.join(cwd, 'node_modules', '.bin');
  const searched = name === undefined ? undefined : env[name];
  return {
    ...env,
    // A gate may name a tool of the project, as in a package script.
    [name ?? 'PATH']: searched ? `${searched}${path.delimiter}${binaries}` : binaries,
    // Watchers, prompts and progress bars are for people.
    CI: env.CI || '1',
    ...launchMark(env, launchId),
  };
}
