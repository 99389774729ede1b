import { z } from 'zod';
import { type RunResult, runResult, runResultSchema } from '../runs/report/run-result.ts';
import type { Iteration, Run } from '../runs/run.ts';

/** A run may change more files than an answer can name. */
const mostNamed = 300;

/** What starting a run answers: how it stands, which may already be how it ended. */
export const startedRunSchema = runResultSchema.extend({
  warnings: z.array(z.string()).describe('What a person should know about how it was started.'),
});

/** How a run stands, cut to what a client can be sent; the summary beside the log has all of it. */
export function answerOf(run: Run, iterations: readonly Iteration[]): RunResult {
  const result = runResult(run, iterations);
  const { changed_files: files, commits } = result;
  if (files.length <= mostNamed && commits.length <= mostNamed) return result;
  return {
    ...result,
    summary: `${result.summary} ${files.length} files changed in ${commits.length} commits; the first ${mostNamed} are named here.`,
    changed_files: files.slice(0, mostNamed),
    commits: commits.slice(0, mostNamed),
  };
}

export function renderStarted(result: z.output<typeof startedRunSchema>): string {
  return [...result.warnings.map((warning) => `Note: ${warning}`), renderResult(result)].join('\n');
}

/** The same words wherever a run's state is told to a model. */
export function renderResult(result: RunResult): string {
  const { run_id, status, exit_code, phase, summary, log_path } = result;
  const doing = phase === null ? '' : `, ${phase}`;
  const code = exit_code === null ? '' : `, exit code ${exit_code}`;
  const { changed_files: files, gates } = result;
  const shown = files.slice(0, 20).join(', ');
  return [
    `Run ${run_id}: ${status}${doing}${code}`,
    summary,
    ...(files.length > 0 ? [`Changed: ${shown}${files.length > 20 ? ', …' : ''}`] : []),
    ...(gates.length > 0
      ? [`Gates: ${gates.map(({ name, ok }) => `${name} ${ok ? 'green' : 'red'}`).join(', ')}`]
      : []),
    `Log: ${log_path}`,
  ].join('\n');
}
