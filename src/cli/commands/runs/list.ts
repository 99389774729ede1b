import { costText, iterationsText, minuteText } from '../../../loop/runs/report/amounts.ts';
import { runStatuses } from '../../../loop/runs/run.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { table } from '../../project/tables.ts';
import { showStyled } from '../../project/tool-answer.ts';
import { textOption } from '../../read-values.ts';
import { type RunRecord, runRecord } from '../../run/run-record.ts';
import { standing } from '../../run/run-standing.ts';
import { withRuns } from '../../run/with-runs.ts';
import { UsageError } from '../../usage-error.ts';

export const command: CommandSpec = {
  reads: true,
  options: [
    {
      name: 'status',
      value: 'STATUS',
      choices: runStatuses,
      description: 'Only runs in this status',
    },
    { name: 'limit', value: 'N', description: 'How many at most', default: '20' },
  ],
  examples: [
    { command: 'ralph runs list', does: 'The last twenty.' },
    { command: 'ralph runs list --status failed --limit 5', does: 'The last five that failed.' },
    { command: 'ralph runs list --json', does: 'The same as {runs: [{run_id, status, …}]}.' },
  ],
  async run(invocation) {
    const limit = Number(textOption(invocation, 'limit'));
    if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) {
      throw new UsageError('--limit is not a number from 1 to 10000.', {
        hint: 'Leave it out to see the last twenty.',
      });
    }
    const given = textOption(invocation, 'status');
    const status = runStatuses.find((known) => known === given);
    const runs = await withRuns(
      invocation,
      async ({ store, isAlive }) => {
        const alive = await isAlive();
        const found = await store.list({ limit, ...(status && { status }) });
        return Promise.all(
          found.map(async (run) => ({
            ...runRecord(run, await store.iterations(run.id)),
            standing: standing({ run, isAlive: alive }),
          })),
        );
      },
      () => [],
    );
    showStyled(invocation, { runs }, () => runTable(runs, invocation));
    return 0;
  },
};

function runTable(
  runs: readonly (RunRecord & { readonly standing: string })[],
  invocation: Invocation,
): string {
  if (runs.length === 0) return 'No runs. Start one with: ralph run';
  const rows = runs.map((run) => [
    run.run_id,
    run.undone ? 'undone' : run.status,
    run.kind === 'understand' ? run.kind : run.mode,
    run.agent,
    iterationsText(run.iterations, run.of),
    run.cost === null ? '' : costText(run.cost),
    minuteText(run.created_at),
    run.reason ?? (run.status === 'running' ? run.standing.replace(/^running: /, '') : ''),
  ]);
  const heading = ['RUN', 'STATUS', 'WORK', 'AGENT', 'DONE', 'COST', 'STARTED', 'WHY'];
  return table(heading, rows, invocation, { wrap: true });
}
