import { couldNotStart, type GateMode, type GateResult } from './gate.ts';

export interface GateJudgement {
  readonly green: boolean;
  /** Failures that count, each with its gate; a gate that names none stands for itself. */
  readonly new_failures: readonly string[];
  /** Failures that were there before the run and are let pass. */
  readonly forgiven: readonly string[];
  /** One clause for people. */
  readonly reason: string;
}

const shownFailures = 3;

/**
 * Whether the gates prove the work. Every gate in `modes` has to be green; a tolerant one may also be red, as long
 * as each of its failures is known by name and failed under that name before the run.
 */
export function judgeGates(
  now: readonly GateResult[],
  baseline: readonly GateResult[],
  modes: Readonly<Record<string, GateMode>>,
): GateJudgement {
  const newFailures: string[] = [];
  const forgiven: string[] = [];
  const problems: string[] = [];
  for (const [name, mode] of Object.entries(modes)) {
    const result = now.find((one) => one.name === name);
    if (result?.ok) continue;
    if (!result) {
      newFailures.push(name);
      problems.push(`${name} did not run`);
      continue;
    }
    const before = baseline.find((one) => one.name === name);
    const known = new Set(mode === 'tolerate' ? before?.failures : []);
    const fresh = result.failures.filter((failure) => !known.has(failure));
    const reported = new Set(fresh);
    forgiven.push(
      ...result.failures.filter((one) => !reported.has(one)).map((one) => `${name}: ${one}`),
    );
    newFailures.push(...fresh.map((failure) => `${name}: ${failure}`));
    if (fresh.length > 0) {
      const fault = mode === 'tolerate' ? 'new failure' : 'failure';
      problems.push(`${name} has ${listed(fresh, fault)}`);
    } else if (!isExplained(result)) {
      newFailures.push(name);
      problems.push(`${name} ${howItFailed(result)}`);
    }
  }
  return {
    green: problems.length === 0,
    new_failures: newFailures,
    forgiven,
    reason: problems.length > 0 ? problems.join('; ') : greenReason(modes, forgiven.length),
  };
}

/** Whether the named failures are all that made a gate red. */
function isExplained(result: GateResult): boolean {
  if (result.timed_out || result.exit_code === null) return false;
  if (result.failures.length === 0 || result.unnamed_failures > 0) return false;
  // Shells report a missing program and a crash from 126 on; mocha exits with the number of its failures.
  return result.exit_code < 126 || result.exit_code === result.failures.length;
}

function howItFailed(result: GateResult): string {
  if (result.timed_out) return 'ran out of time';
  if (result.exit_code === null) return 'was stopped';
  if (result.unnamed_failures > 0) return `has failures that its output does not name`;
  if (couldNotStart(result)) return `could not start (exit code ${result.exit_code})`;
  return `failed with exit code ${result.exit_code}`;
}

function listed(failures: readonly string[], fault: string): string {
  const shown = failures.slice(0, shownFailures).join(', ');
  const more =
    failures.length > shownFailures ? ` and ${failures.length - shownFailures} more` : '';
  return `${failures.length} ${fault}${failures.length === 1 ? '' : 's'}: ${shown}${more}`;
}

function greenReason(modes: Readonly<Record<string, GateMode>>, forgiven: number): string {
  if (Object.keys(modes).length === 0) return 'there are no gates';
  if (forgiven === 0) return 'every gate is green';
  const were = forgiven === 1 ? '1 failure that was' : `${forgiven} failures that were`;
  return `every gate is green but for ${were} there before the run`;
}
