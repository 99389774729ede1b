import { spawn } from 'node:child_process';
import path from 'node:path';

/** The built program, as users start it. */
export const builtProgram = path.join(import.meta.dirname, '../../dist/ralph.cjs');

export interface Finished {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

/** Starts a program under this Node.js; `finished` settles when it has ended and its output is complete. */
export function startProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions = {},
) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: 'pipe',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  /** What it says on stderr, as soon as it says so; it fails when the program ends without. */
  const said = (what: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = what.exec(stderr);
        if (found) resolve(found);
      };
      look();
      child.stderr.on('data', look);
      finished.then(() => reject(new Error(`it ended and never said ${what}: ${stderr}`)), reject);
    });
  return { child, finished, said };
}

/** Runs a program to its end. */
export function runProgramFile(
  program: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<Finished> {
  const { child, finished } = startProgram(program, args, options);
  child.stdin.end(options.input ?? '');
  return finished;
}

export function ralph(args: readonly string[], options?: ProgramOptions): Promise<Finished> {
  return runProgramFile(builtProgram, args, options);
}
