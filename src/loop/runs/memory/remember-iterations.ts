import { errorMessage } from '../../../base/errors.ts';
import type { IterationRecord } from '../../../context/iteration-record.ts';
import type { PreparedRun } from '../engine/run-context.ts';
import { addedSpend, type Run } from '../run.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import { errorsBefore } from './errors-before.ts';
import { recordOf } from './record-of.ts';

/**
 * Tells the memory of every iteration that it does not know yet, in their order. One that it cannot take now waits,
 * with those after it, for the next time; the run goes on either way.
 */
export async function rememberIterations(prepared: PreparedRun): Promise<void> {
  const waiting = await tellInOrder(prepared, await prepared.run(), await prepared.iterations());
  if (waiting) await complainOnce(prepared, waiting.iteration, waiting.reason);
}

/** So many runs ago the memory can have been out of order and still be told. */
const mostEarlierRuns = 20;

/** What the memory could not take when an earlier run ended is told before the first launch of this one. */
export async function rememberEarlierRuns(prepared: PreparedRun): Promise<void> {
  const runs = await prepared.store.list({ limit: mostEarlierRuns });
  for (const run of runs.reverse()) {
    const { id, status, undone } = run;
    if (id === prepared.runId || undone || status === 'running') continue;
    const iterations = await prepared.store.iterations(id);
    if (!iterations.some(({ memory }) => isWaiting(memory))) continue;
    if (await tellInOrder(prepared, run, iterations)) return;
  }
}

function isWaiting({ unremembered, remembered }: StoredIteration['memory']): boolean {
  return unremembered === true && remembered === undefined;
}

/** Answers with the first iteration that the memory cannot take now. */
async function tellInOrder(
  { services, store, journal, runId, signal }: PreparedRun,
  ofRun: Run,
  iterations: readonly StoredIteration[],
): Promise<{ readonly iteration: StoredIteration; readonly reason: string } | undefined> {
  let reason = '';
  const onProblem = (problem: string) => {
    reason = problem;
  };
  for (const [place, iteration] of iterations.entries()) {
    if (iteration.memory.remembered !== undefined) continue;
    const { status } = iteration;
    if (status === 'running') return undefined;
    const before = errorsBefore(ofRun, iteration, iterations.slice(0, place));
    const record = recordOf({ ...iteration, status }, before);
    const kept = await told({ services, runId: ofRun.id, signal, onProblem }, record);
    if (kept === undefined) return { iteration, reason };
    // Turned off: should it be on one day, it is told everything then.
    if (kept.id === null) return undefined;
    const { spend, ...remembered } = kept;
    const memory = { ...iteration.memory, remembered };
    const paid = spend && { spend: addedSpend(iteration.spend, spend) };
    const change = { iteration: { key: iteration, patch: { memory, ...paid } } };
    if (ofRun.id === runId) await journal.write(change);
    else await store.write(ofRun.id, change);
  }
  return undefined;
}

async function told(
  {
    services,
    runId,
    ...options
  }: Pick<PreparedRun, 'services' | 'runId' | 'signal'> & { onProblem(reason: string): void },
  record: IterationRecord,
) {
  try {
    const memory = await services.memory(runId);
    return await memory.record(record, options);
  } catch (thrown) {
    services.logger.warn('an iteration was not told to the memory', {
      reason: errorMessage(thrown),
    });
    return undefined;
  }
}

async function complainOnce(
  { journal }: PreparedRun,
  iteration: StoredIteration,
  reason: string,
): Promise<void> {
  const { number, memory } = iteration;
  if (memory.unremembered === true) return;
  const why = reason === '' ? '' : ` ${reason.replace(/\.$/, '')}. See: ralph doctor`;
  const message = `The memory did not take iteration ${number}; the run goes on, and it is told again later.${why}`;
  await journal.write({
    iteration: { key: iteration, patch: { memory: { ...memory, unremembered: true } } },
    events: [{ iteration: number, event: { kind: 'warning', message } }],
  });
}
