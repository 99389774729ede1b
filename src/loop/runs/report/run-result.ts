import { z } from 'zod';
import { type Iteration, type Run, runPhases, runStatuses } from '../run.ts';
import { countText } from './amounts.ts';

const gateSchema = z.strictObject({
  name: z.string(),
  ok: z.boolean(),
  exit_code: z.int().nullable(),
  duration_ms: z.number(),
  failures: z.array(z.string()),
});

/** What a run has come to: the answer of the loop's tools, and the summary beside a transcript. */
export const runResultSchema = z.strictObject({
  run_id: z.string(),
  status: z.enum(runStatuses),
  phase: z.enum(runPhases).nullable(),
  summary: z.string().describe('One or two sentences for people.'),
  exit_code: z.int().nullable().describe('Null until the run has ended.'),
  log_path: z.string().describe('Relative to the root.'),
  changed_files: z.array(z.string()).describe('By accepted iterations, relative to the root.'),
  commits: z.array(z.string()),
  gates: z.array(gateSchema).describe('As they were when last run.'),
  cost: z.number().nullable().describe('US dollars; null when nothing reported it.'),
  tokens: z.strictObject({ input: z.int(), output: z.int(), total: z.int() }),
  context: z
    .strictObject({ injected: z.int(), cited: z.int(), stored: z.int(), fixed: z.int() })
    .describe('Items of the memory: in prompts, cited by the agent, stored, errors got past.'),
});

export type RunResult = z.output<typeof runResultSchema>;

const shownFailures = 50;

export function runResult(run: Run, iterations: readonly Iteration[]): RunResult {
  const accepted = iterations.filter(({ status }) => status === 'accepted');
  const { input_tokens: input, output_tokens: output, cost_usd } = run.spend;
  return {
    run_id: run.id,
    status: run.status,
    phase: run.phase,
    summary: summaryOf(run, iterations),
    exit_code: run.exit_code,
    log_path: run.log_path,
    changed_files: [...new Set(accepted.flatMap(({ changed_files }) => changed_files))].sort(),
    commits: [...new Set(accepted.flatMap(({ commits }) => commits))],
    gates: lastGates(run, iterations).map(({ name, ok, exit_code, duration_ms, failures }) => ({
      name,
      ok,
      exit_code,
      duration_ms,
      failures: failures.slice(0, shownFailures),
    })),
    cost: cost_usd,
    tokens: { input, output, total: input + output },
    context: contextOf(iterations),
  };
}

function contextOf(iterations: readonly Iteration[]): RunResult['context'] {
  const told = iterations.flatMap(({ context }) => context ?? []);
  const count = (ids: (one: (typeof told)[number]) => readonly unknown[]) =>
    told.reduce((sum, one) => sum + ids(one).length, 0);
  return {
    injected: count(({ injected }) => injected),
    cited: count(({ cited }) => cited),
    stored: count(({ stored }) => (stored?.id ? [stored.id, ...stored.errors] : [])),
    fixed: count(({ stored }) => stored?.fixed ?? []),
  };
}

/** The last results there are; before the first iteration those of the baseline. */
export function lastGates(run: Run, iterations: readonly Iteration[]): Iteration['gates'] {
  return iterations.findLast(({ gates }) => gates.length > 0)?.gates ?? run.baseline ?? [];
}

/** How many numbers were given out: a launch that was broken off is not another iteration. */
export function iterationCount(iterations: readonly Iteration[]): number {
  return new Set(iterations.map(({ number }) => number)).size;
}

function summaryOf(run: Run, iterations: readonly Iteration[]): string {
  const count = countText(iterationCount(iterations), 'iteration');
  if (run.status === 'queued') return 'The run has not started yet.';
  if (run.status === 'running') {
    const waits = run.waiting === null ? '' : `; it waits: ${run.waiting.for}`;
    return `The run is under way, ${count} so far${waits}.`;
  }
  const ended =
    run.status === 'complete'
      ? 'is complete'
      : `${run.status === 'failed' ? 'has failed' : `was ${run.status}`}`;
  const rejected = iterations.filter(({ status }) => status === 'rejected').length;
  const lost = rejected > 0 ? ` ${countText(rejected, 'iteration')} had to be rejected.` : '';
  const told = run.reason !== null && run.status !== 'cancelled';
  const reason = told ? `: ${run.reason?.replace(/\.$/, '')}` : '';
  const review = run.branch === null ? '' : ` The work is on the branch ${run.branch}.`;
  return `The run ${ended} after ${count}${reason}.${lost}${review}`;
}
