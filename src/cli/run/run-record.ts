import { iterationCount, lastGates } from '../../loop/runs/report/run-result.ts';
import type { Iteration, Run } from '../../loop/runs/run.ts';
import type { StoredIteration } from '../../loop/runs/store/iteration-rows.ts';
import type { StoredRun } from '../../loop/runs/store/run-rows.ts';

/** One run as lists print it with `--json`. */
export function runRecord(run: Run, iterations: readonly Iteration[]) {
  const { input_tokens, output_tokens, cost_usd } = run.spend;
  return {
    run_id: run.id,
    kind: run.options.kind,
    mode: run.options.mode,
    agent: agentOf(run),
    status: run.status,
    phase: run.phase,
    waiting: run.waiting,
    iterations: iterationCount(iterations),
    of: run.options.budgets.iterations,
    gates_green: gatesGreen(run, iterations),
    cost: cost_usd,
    tokens: input_tokens + output_tokens,
    created_at: run.created_at,
    started_at: run.started_at,
    ended_at: run.ended_at,
    exit_code: run.exit_code,
    reason: run.reason,
    log_path: run.log_path,
    branch: run.branch,
    undone: run.undone,
  };
}

export type RunRecord = ReturnType<typeof runRecord>;

function agentOf(run: Run): string {
  return run.options.agents[0]?.name ?? '';
}

/** What a run is to the world: without what the engine keeps for itself. */
export function publicRun({ memory: _, approved_findings, ...run }: StoredRun): Run {
  return run;
}

export function publicIteration({ memory: _, ...iteration }: StoredIteration): Iteration {
  return iteration;
}

function gatesGreen(run: Run, iterations: readonly Iteration[]): boolean | null {
  const judgement = iterations.findLast((one) => one.judgement !== null)?.judgement;
  if (judgement) return judgement.green;
  const gates = lastGates(run, iterations);
  return gates.length === 0 ? null : gates.every(({ ok }) => ok);
}
