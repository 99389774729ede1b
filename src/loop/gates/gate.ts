import type { DetectedGate } from './detected-gate.ts';

/** `strict` forgives nothing; `tolerate` forgives single failures that were there before the run. */
export type GateMode = 'strict' | 'tolerate';

/** A command that proves something about the work by exiting with 0. */
export interface Gate {
  readonly name: string;
  readonly run: string;
  readonly baseline: GateMode;
  readonly timeout_s?: number | undefined;
}

export interface GateResult {
  readonly name: string;
  readonly ok: boolean;
  /** Nothing when it was killed or never started. */
  readonly exit_code: number | null;
  readonly duration_ms: number;
  readonly timed_out: boolean;
  /** The end of what it printed, without colours and secrets. */
  readonly output_tail: string;
  /** Failures that can be told apart by name, the same from run to run. */
  readonly failures: readonly string[];
  /** Failures that the output counts but does not name, or that were cut off. */
  readonly unnamed_failures: number;
}

/** The shell's codes for a program that is not there or may not be run, unless the output tells of tests that failed. */
export function couldNotStart({ exit_code, failures, unnamed_failures }: GateResult): boolean {
  return (exit_code === 126 || exit_code === 127) && failures.length + unnamed_failures === 0;
}

/** The gates of a run: those in the config as they stand there, else what was found, which nobody promised was green. */
export function gatesOf(
  configured: readonly Gate[] | undefined,
  detected: readonly DetectedGate[],
): readonly Gate[] {
  return configured ?? detected.map(({ name, run }) => ({ name, run, baseline: 'tolerate' }));
}
