import { spentBudget } from '../rules/budgets.ts';
import { type Footprint, stalledFor } from '../rules/progress.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import type { Ending } from '../store/run-memory.ts';
import type { StoredRun } from '../store/run-rows.ts';

/** Errors in a row after which trying again is only more of the same. */
export const mostFailures = 3;

/** Whether the run ends here, as its rows say, so that whoever continues it comes to the same answer. */
export function endingOf(
  run: StoredRun,
  iterations: readonly StoredIteration[],
  now: Date,
): Ending | undefined {
  const forgiven = run.memory.forgiven_up_to ?? 0;
  const last = iterations.at(-1);
  if (last?.memory.ends_run && last.number > forgiven) return last.memory.ends_run;
  const spent = spentBudget(run.options.budgets, {
    iterations: judged(iterations).length,
    minutes: activeMs(run, now) / 60_000,
    tokens: run.spend.input_tokens + run.spend.output_tokens,
    cost_usd: run.spend.cost_usd ?? 0,
  });
  if (spent) return stopped(spent.reason);
  const still = stalledFor(footprintsSince(run, iterations, forgiven));
  if (still >= run.options.budgets.stall) {
    return stopped(`nothing has moved for ${still} iterations`);
  }
  return undefined;
}

export function stopped(reason: string): Ending {
  return { status: 'stopped', exit_code: 1, reason };
}

export function failed(reason: string): Ending {
  return { status: 'failed', exit_code: 1, reason };
}

/** Iterations that were judged; a launch that was broken off is done again under the same number. */
export function judged(iterations: readonly StoredIteration[]): StoredIteration[] {
  return iterations.filter(({ status }) => status === 'accepted' || status === 'rejected');
}

/** What the run has left behind, from the start or from where a person asked to go on. */
export function footprintsSince(
  run: StoredRun,
  iterations: readonly StoredIteration[],
  forgiven: number,
): Footprint[] {
  const all = [
    { number: 0, footprint: run.memory.start_footprint },
    ...judged(iterations).map(({ number, memory }) => ({ number, footprint: memory.footprint })),
  ].flatMap(({ number, footprint }) => (footprint ? [{ number, footprint }] : []));
  const from = all.findLastIndex(({ number }) => number <= forgiven);
  return all.slice(Math.max(0, from)).map(({ footprint }) => footprint);
}

/** How many launches in a row have failed and left nothing, the given one not counted. */
export function failuresInRow(iterations: readonly StoredIteration[], forgiven: number): number {
  const all = judged(iterations).filter(({ number }) => number > forgiven);
  const good = all.findLastIndex(({ memory }) => memory.failed === undefined);
  return all.length - 1 - good;
}

/** How long the run has been worked on, by this process and by those before it. */
export function activeMs(run: StoredRun, now: Date): number {
  const { active_ms = 0, active_since } = run.memory;
  if (active_since === undefined) return active_ms;
  return active_ms + Math.max(0, now.getTime() - new Date(active_since).getTime());
}
