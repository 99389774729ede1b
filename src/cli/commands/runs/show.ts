import { ToolError } from '../../../base/errors.ts';
import type { RecordedRunEvent } from '../../../loop/runs/run-event.ts';
import type { ProjectTables } from '../../../project/tables.ts';
import type { Database } from '../../../storage/open-database.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { textOption } from '../../read-values.ts';
import { runArgument, runIdOf } from '../../run/run-argument.ts';
import { publicIteration, publicRun } from '../../run/run-record.ts';
import { withRuns } from '../../run/with-runs.ts';
import { styleFor } from '../../terminal/style.ts';
import { UsageError } from '../../usage-error.ts';

export const command: CommandSpec = {
  reads: true,
  arguments: [runArgument],
  options: [
    {
      name: 'iteration',
      value: 'N',
      description: 'Only this iteration, with its gates and its context',
    },
  ],
  examples: [
    { command: 'ralph runs show', does: 'The story of the latest run.' },
    {
      command: 'ralph runs show run_01 --iteration 2',
      does: 'Its second iteration in full: what it was told from the memory and why, what it did.',
    },
    { command: 'ralph runs show latest --json', does: 'Its rows as {run, result, iterations}.' },
  ],
  run: (invocation) =>
    withRuns(invocation, async ({ store, app, database, isAlive }) => {
      const number = iterationOf(invocation);
      const { readEvents } = await import('../../run/read-events.ts');
      const run = await store.find(runIdOf(invocation));
      const iterations = await store.iterations(run.id);
      const { output, json } = invocation;
      const { uiSettings } = await import('../../run/ui-settings.ts');
      const ui = await uiSettings(app, invocation.root);
      const style = styleFor(invocation, { asciiOnly: ui.ascii_only });

      if (number !== undefined) {
        const launches = iterations.filter((one) => one.number === number).map(publicIteration);
        if (launches.length === 0) throw noIteration(run.id, number, iterations.at(-1)?.number);
        const { sessionStore } = await import('../../../session/session-store.ts');
        const { shownContext } = await import('../../../loop/runs/report/shown-context.ts');
        const sessions = sessionStore(database.kysely);
        const attempts = [];
        for (const one of launches) {
          const plan = one.session_id === null ? undefined : await sessions.find(one.session_id);
          attempts.push({ ...one, context: shownContext(one.context, plan) });
        }
        const events = (await readEvents(store, run.id)).filter((one) => one.iteration === number);
        if (json) output.json({ run_id: run.id, iterations: attempts, events });
        else {
          const { renderIteration } = await import('../../run/show-iteration.ts');
          output.line(renderIteration(attempts, events, style, { fit: output.isTerminal }));
        }
        return 0;
      }
      if (json) {
        const { runResult } = await import('../../../loop/runs/report/run-result.ts');
        output.json({
          run: publicRun(run),
          result: runResult(run, iterations),
          iterations: iterations.map(publicIteration),
        });
        return 0;
      }
      const { renderRun } = await import('../../run/show-run.ts');
      const events = await readEvents(store, run.id);
      const answers = await answersOf(database, events);
      const shown = { run, iterations, events, answers, isAlive: await isAlive(), now: new Date() };
      output.line(renderRun(shown, style, { fit: output.isTerminal }));
      return 0;
    }),
};

/** What people said to the questions of a run. */
async function answersOf(
  { kysely }: Database<ProjectTables>,
  events: readonly RecordedRunEvent[],
): Promise<ReadonlyMap<number, string>> {
  const asked = events.flatMap(({ event }) => (event.kind === 'question' ? [event.id] : []));
  if (asked.length === 0) return new Map();
  const rows = await kysely
    .selectFrom('questions')
    .select(['id', 'answer'])
    .where('id', 'in', asked)
    .execute();
  return new Map(rows.flatMap(({ id, answer }) => (answer === null ? [] : [[id, answer]])));
}

function iterationOf(invocation: Invocation): number | undefined {
  const given = textOption(invocation, 'iteration');
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(given)) return Number(given);
  throw new UsageError('--iteration is not the number of an iteration.', {
    hint: 'Iterations count from 1; leave it out to see the whole run.',
  });
}

function noIteration(id: string, number: number, last: number | undefined): ToolError {
  const there = last === undefined ? 'It has none yet.' : `Its last one is ${last}.`;
  return new ToolError('not_found', `Run ${id} has no iteration ${number}. ${there}`, {
    hint: `See all of it: ralph runs show ${id}`,
  });
}
