import { judgeAgainst } from '../engine/run-the-gates.ts';
import type { Run } from '../run.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import { type FoundError, gateErrors } from './iteration-errors.ts';

type Start = Pick<Run, 'options' | 'baseline'>;

/** What the gates found before the run, as far as that counts against it. */
export function errorsBeforeRun({ options, baseline }: Start): FoundError[] {
  const gates = baseline ?? [];
  return gateErrors({ gates, judgement: judgeAgainst(options, gates, gates) });
}

/**
 * What the gates found before the run and the memory is told with this iteration: with the first all that counts,
 * and of what was let pass that which this one mended. Nobody had to, so what stays is nobody's error.
 */
export function errorsBefore(
  run: Start,
  iteration: StoredIteration,
  earlier: readonly StoredIteration[],
): FoundError[] {
  const counted = errorsBeforeRun(run);
  const mended = forgivenBeforeRun(run).filter(
    ({ name }) =>
      !counted.some((error) => error.name === name) &&
      isMendedBy(iteration, name) &&
      !earlier.some((one) => isMendedBy(one, name)),
  );
  return [...(earlier.length === 0 ? counted : []), ...mended];
}

function forgivenBeforeRun({ options, baseline }: Start): FoundError[] {
  const gates = baseline ?? [];
  const judgement = judgeAgainst(options, gates, gates);
  return gateErrors({ gates, judgement: { ...judgement, new_failures: judgement.forgiven } });
}

function isMendedBy({ status, gates }: StoredIteration, gate: string): boolean {
  return status === 'accepted' && gates.some(({ name, ok }) => name === gate && ok);
}
