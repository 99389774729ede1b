import { commandTree } from './command-tree.ts';
import { abortOnSignals, outputClosed } from './interruption.ts';
import { createOutput } from './output.ts';
import { runProgram } from './run-program.ts';

/** The process's edge: its streams, signals and exit code are touched here and in what it calls. */
export async function main(argv: readonly string[]): Promise<void> {
  const stop = new AbortController();
  const output = createOutput(process.stdout, process.stderr, (error) => {
    if (error.code !== 'EPIPE') {
      process.stderr.write(`error: The output could not be written: ${error.message}\n`);
      process.exitCode = 1;
    }
    stop.abort(outputClosed());
  });
  abortOnSignals(stop);
  const program = {
    tree: commandTree,
    argv,
    env: process.env,
    cwd: process.cwd(),
    output,
    signal: stop.signal,
  };
  // Setting the code and letting the process end by itself never loses output that is still in a pipe.
  try {
    process.exitCode = await runProgram(program);
  } catch (thrown) {
    const { reportFailure } = await import('./report-failure.ts');
    process.exitCode = reportFailure(thrown, program, {
      colorStderr: process.stderr.isTTY === true,
    });
  }
}
