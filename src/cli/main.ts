import { UserError } from '../base/errors.ts';
import type { CommandTree } from './command.ts';
import { commandTree } from './command-tree.ts';
import { abortOnSignals, outputClosed } from './interruption.ts';
import { createOutput } from './output.ts';
import { runProgram } from './run-program.ts';

/** The process's edge: its streams, signals and exit code are touched here and in what it calls. */
export async function main(
  argv: readonly string[],
  tree: CommandTree = commandTree,
): Promise<void> {
  const stop = new AbortController();
  let outputLost = false;
  const output = createOutput(process.stdout, process.stderr, (error) => {
    if (error.code !== 'EPIPE') {
      process.stderr.write(`error: The output could not be written: ${error.message}\n`);
      outputLost = true;
      process.exitCode = 1;
    }
    stop.abort(outputClosed());
  });
  const askedToStop = abortOnSignals(stop);
  const program = {
    tree,
    argv,
    env: process.env,
    cwd: '',
    output,
    signal: stop.signal,
    askedToStop,
  };
  const report = async (thrown: unknown) => {
    const { reportFailure } = await import('./report-failure.ts');
    return reportFailure(thrown, program, { colorStderr: process.stderr.isTTY === true });
  };
  // What is thrown outside the command's own promise leaves the program in an unknown state: say so and end.
  process.on(
    'uncaughtException',
    (thrown) => void report(thrown).then((code) => process.exit(code)),
  );
  const start = async () => runProgram({ ...program, cwd: currentFolder() });
  const exitCode = await start().catch(report);
  // Setting the code and letting the process end by itself never loses output that is still in a pipe.
  if (!outputLost) process.exitCode = exitCode;
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new UserError('The current folder does not exist any more.', {
      hint: 'Change to a folder that exists (cd), then run the same command again.',
      cause,
    });
  }
}
