import type { LoggedInjection } from '../../../context/injections.ts';
import type { GateResult } from '../../../loop/gates/gate.ts';
import type { Iteration, Run } from '../../../loop/runs/run.ts';
import type { TrialRecord } from './results.ts';

/** What a run shows of itself when it has ended. */
export interface TrialEvidence {
  readonly run: Pick<Run, 'status' | 'reason' | 'spend' | 'baseline'>;
  readonly iterations: readonly Pick<Iteration, 'number' | 'status' | 'gates' | 'spend'>[];
  readonly promptTokens: readonly number[];
  readonly injections: readonly LoggedInjection[];
}

type Measured = Omit<
  TrialRecord,
  'task' | 'task_fingerprint' | 'complexity' | 'run' | 'variant' | 'seconds' | 'outcome'
> & { readonly complete: boolean };

export function measureTrial(evidence: TrialEvidence): Measured {
  const { run, injections } = evidence;
  const iterations = evidence.iterations.filter(({ status }) => status !== 'abandoned');
  const failing = [
    failuresIn(run.baseline ?? []),
    ...iterations.map(({ gates }) => failuresIn(gates)),
  ];
  const recovery = recoveries(failing);
  const helped = new Set(
    injections
      .filter(
        ({ iteration, cited, marked_useful }) =>
          marked_useful || (cited && gotSomewhere(failing[iteration - 1], failing[iteration])),
      )
      .map(({ item_id }) => item_id),
  );
  return {
    complete: run.status === 'complete',
    iterations: iterations.length,
    reason: run.reason,
    spend: { ...run.spend },
    prompt_tokens: [...evidence.promptTokens],
    launch_tokens: iterations.map(({ spend }) => spend.input_tokens + spend.output_tokens),
    injected: injections.length,
    cited: injections.filter(({ cited }) => cited).length,
    retrieved_items: new Set(injections.map(({ item_id }) => item_id)).size,
    helpful_items: helped.size,
    errors_seen: recovery.seen,
    errors_recovered: recovery.took.length,
    recovery_iterations: recovery.took,
  };
}

/** Failures by name; a red gate that names none stands for itself. */
function failuresIn(gates: readonly GateResult[]): ReadonlySet<string> {
  return new Set(
    gates
      .filter(({ ok }) => !ok)
      .flatMap(({ name, failures }) => (failures.length === 0 ? [name] : failures)),
  );
}

function gotSomewhere(
  before: ReadonlySet<string> | undefined,
  after: ReadonlySet<string> | undefined,
): boolean {
  return [...(before ?? [])].some((failure) => !after?.has(failure));
}

/** An error is recovered when it is gone at the end; it took from its first sight to its last. */
function recoveries(failing: readonly ReadonlySet<string>[]): { seen: number; took: number[] } {
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  failing.forEach((failures, at) => {
    for (const failure of failures) {
      if (!first.has(failure)) first.set(failure, at);
      last.set(failure, at);
    }
  });
  const end = failing.length - 1;
  const took = [...first]
    .filter(([failure]) => (last.get(failure) ?? end) < end)
    .map(([failure, from]) => (last.get(failure) ?? from) + 1 - from);
  return { seen: first.size, took };
}
