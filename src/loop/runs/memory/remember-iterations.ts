import { errorMessage } from '../../../base/errors.ts';
import type { PreparedRun } from '../engine/run-context.ts';
import { addedSpend } from '../run.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import { recordOf } from './record-of.ts';

/**
 * Tells the memory of every iteration that it does not know yet, in their order. One that it cannot take now waits,
 * with those after it, for the next time; the run goes on either way.
 */
export async function rememberIterations(prepared: PreparedRun): Promise<void> {
  for (const iteration of await prepared.iterations()) {
    if (iteration.memory.remembered !== undefined) continue;
    const { status } = iteration;
    if (status === 'running') return;
    const kept = await told(prepared, { ...iteration, status });
    if (kept === undefined) return complainOnce(prepared, iteration);
    // Turned off: should it be on one day, it is told everything then.
    if (kept.id === null) return;
    const { spend, ...remembered } = kept;
    const memory = { ...iteration.memory, remembered };
    const paid = spend && { spend: addedSpend(iteration.spend, spend) };
    await prepared.journal.write({ iteration: { key: iteration, patch: { memory, ...paid } } });
  }
}

async function told(
  { services, runId, signal }: PreparedRun,
  iteration: Parameters<typeof recordOf>[0],
) {
  try {
    const memory = await services.memory(runId);
    return await memory.record(recordOf(iteration), { signal });
  } catch (thrown) {
    services.logger.warn('an iteration was not told to the memory', {
      reason: errorMessage(thrown),
    });
    return undefined;
  }
}

async function complainOnce({ journal }: PreparedRun, iteration: StoredIteration): Promise<void> {
  const { number, memory } = iteration;
  if (memory.unremembered === true) return;
  const message = `The memory did not take iteration ${number}; the run goes on, and it is told again later.`;
  await journal.write({
    iteration: { key: iteration, patch: { memory: { ...memory, unremembered: true } } },
    events: [{ iteration: number, event: { kind: 'warning', message } }],
  });
}
