import type { Iteration, Run } from '../run.ts';
import type { RunListener } from '../run-listener.ts';

/** The log of a run. A run that is resumed goes on in the same file. */
export interface Transcript extends RunListener {
  /** Ends the log and writes the summary beside it. */
  close(run: Run, iterations: readonly Iteration[]): void;
}
