import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../../../base/errors.ts';
import { LeaseTakenError } from '../../../storage/hold-lease.ts';
import { type ExecuteOptions, executeRun } from '../engine/execute-run.ts';
import { isAtWork } from '../engine/run-lease.ts';
import type { Run } from '../run.ts';
import type { RunServices } from '../run-services.ts';
import { refuseOtherRuns } from '../store/admit-run.ts';
import { runStore } from '../store/run-store.ts';

/** A run that has just ended still has its log to close. */
const leaseTries = 40;
const betweenTriesMs = 250;

/**
 * Works on a run in this process, unless another run is under way. A run that cannot be begun is ended, so that
 * nobody waits for it.
 */
export async function takeUpRun(
  services: RunServices,
  runId: string,
  options: ExecuteOptions,
): Promise<Run> {
  const database = await services.database();
  const store = runStore(database, services.clock);
  const { cancel_requested } = await store.get(runId);
  const signal = cancel_requested ? AbortSignal.abort() : options.signal;
  try {
    await refuseOtherRuns(database, services.clock, runId);
    for (let tries = 1; ; tries++) {
      try {
        return await executeRun(services, runId, { ...options, signal });
      } catch (thrown) {
        if (!(thrown instanceof LeaseTakenError) || tries >= leaseTries) throw thrown;
        const { status } = await store.get(runId);
        if (status === 'running' && isAtWork(thrown.heldBy, runId)) throw thrown;
        await delay(betweenTriesMs);
      }
    }
  } catch (thrown) {
    const run = await store.get(runId);
    if (run.status === 'queued') {
      const end = { status: 'failed', exit_code: 1, reason: errorMessage(thrown) } as const;
      await store.write(runId, {
        run: { ...end, ended_at: services.clock.now().toISOString() },
        events: [{ iteration: null, event: { kind: 'run_ended', ...end, spend: run.spend } }],
      });
    }
    throw thrown;
  }
}
