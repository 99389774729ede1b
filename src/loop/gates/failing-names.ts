import type { GateResult } from './gate.ts';

/** What fails, by name, as progress is measured: single failures where they are known, else the gate. */
export function failingNames(results: readonly GateResult[]): readonly string[] {
  return results
    .filter((result) => !result.ok)
    .flatMap(({ name, failures, unnamed_failures }) => [
      ...failures.map((failure) => `${name}: ${failure}`),
      ...(failures.length === 0 || unnamed_failures > 0 ? [name] : []),
    ]);
}

export interface FailureDelta {
  readonly fixed: readonly string[];
  readonly broken: readonly string[];
}

/** What an iteration mended and what it broke. */
export function failureDelta(
  before: readonly GateResult[],
  after: readonly GateResult[],
): FailureDelta {
  const failedBefore = failingNames(before);
  const failsNow = failingNames(after);
  return {
    fixed: failedBefore.filter((name) => !failsNow.includes(name)),
    broken: failsNow.filter((name) => !failedBefore.includes(name)),
  };
}
