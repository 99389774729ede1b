import { ToolError } from '../../base/errors.ts';
import { spentBudgetOf } from '../../loop/runs/engine/next-step.ts';
import { hasEnded } from '../../loop/runs/run.ts';
import type { StoredIteration } from '../../loop/runs/store/iteration-rows.ts';
import type { StoredRun } from '../../loop/runs/store/run-rows.ts';
import { anotherRun } from './next-steps.ts';

/** It would end at once. What a person has approved is judged once more, which needs no budget. */
export function refuseSpent(run: StoredRun, iterations: readonly StoredIteration[]): void {
  if (!hasEnded(run) || run.undone || iterations.at(-1)?.memory.needs_approval) return;
  const spent = spentBudgetOf(run, iterations, new Date());
  if (!spent) return;
  const [other] = anotherRun(run);
  throw new ToolError('budget_exceeded', `Run ${run.id} cannot go on: ${spent.reason}.`, {
    hint: other
      ? `Another run goes on from here, with a budget of its own: ${other[0]}`
      : `Its work is on the branch ${run.branch}. Once that is merged, another run goes on from there: ralph run`,
  });
}
