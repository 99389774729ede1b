import { spentBudget } from '../rules/budgets.ts';
import { type Footprint, stalledFor } from '../rules/progress.ts';
import type { Iteration, Run } from '../run.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import type { Ending, RunMemory } from '../store/run-memory.ts';
import type { StoredRun } from '../store/run-rows.ts';

/** What is known of how long a run has been worked on. */
interface Worked {
  readonly memory?: Pick<RunMemory, 'active_ms' | 'active_since'>;
}

/** Errors in a row after which trying again is only more of the same. */
export const mostFailures = 3;

/** Whether the run ends here, as its rows say, so that whoever continues it comes to the same answer. */
export function endingOf(
  run: StoredRun,
  iterations: readonly StoredIteration[],
  now: Date,
): Ending | undefined {
  const last = sinceForgiven(run, iterations).at(-1);
  if (last?.memory.ends_run) return last.memory.ends_run;
  const spent = spentBudgetOf(run, iterations, now);
  if (spent) return stopped(spent.reason);
  const still = stalledFor(footprintsSince(run, iterations));
  if (still >= run.options.budgets.stall) {
    const open = last?.verdict ? `: ${last.verdict}` : '';
    return stopped(`nothing has moved for ${still} iterations${open}`);
  }
  return undefined;
}

/** What of its budget a run has used up; it leaves no room for another iteration, also not when it is resumed. */
export function spentBudgetOf(
  run: Pick<Run, 'options' | 'spend'> & Worked,
  iterations: readonly Pick<Iteration, 'status'>[],
  now: Date,
): ReturnType<typeof spentBudget> {
  return spentBudget(run.options.budgets, {
    iterations: judged(iterations).length,
    minutes: activeMs(run, now) / 60_000,
    tokens: run.spend.input_tokens + run.spend.output_tokens,
    cost_usd: run.spend.cost_usd ?? 0,
  });
}

export function stopped(reason: string): Ending {
  return { status: 'stopped', exit_code: 1, reason };
}

export function failed(reason: string): Ending {
  return { status: 'failed', exit_code: 1, reason };
}

/** Iterations that were judged; a launch that was broken off is done again under the same number. */
export function judged<Row extends Pick<Iteration, 'status'>>(iterations: readonly Row[]): Row[] {
  return iterations.filter(({ status }) => status === 'accepted' || status === 'rejected');
}

/** Those after a person has last asked to go on. */
function sinceForgiven(
  run: StoredRun,
  iterations: readonly StoredIteration[],
): readonly StoredIteration[] {
  return iterations.slice(run.memory.forgiven ?? 0);
}

/** What the run has left behind, from the start or from where a person asked to go on. */
export function footprintsSince(
  run: StoredRun,
  iterations: readonly StoredIteration[],
): Footprint[] {
  const left = (some: readonly StoredIteration[]) =>
    judged(some).flatMap(({ memory }) => memory.footprint ?? []);
  const before = left(iterations.slice(0, run.memory.forgiven ?? 0)).at(-1);
  const base = before ?? run.memory.start_footprint;
  return [...(base ? [base] : []), ...left(sinceForgiven(run, iterations))];
}

/** How many launches in a row have failed and left nothing. */
export function failuresInRow(run: StoredRun, iterations: readonly StoredIteration[]): number {
  const all = judged(sinceForgiven(run, iterations));
  const good = all.findLastIndex(({ memory }) => memory.failed === undefined);
  return all.length - 1 - good;
}

/** How long the run has been worked on, by this process and by those before it. */
export function activeMs({ memory = {} }: Worked, now: Date): number {
  const { active_ms = 0, active_since } = memory;
  if (active_since === undefined) return active_ms;
  return active_ms + Math.max(0, now.getTime() - new Date(active_since).getTime());
}
