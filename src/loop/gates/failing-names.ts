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
