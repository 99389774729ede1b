import { errorMessage, ToolError, UserError } from '../../../base/errors.ts';
import { snapshotFolder } from '../../guards/scratch-layout.ts';
import { rememberEarlierRuns, rememberIterations } from '../memory/remember-iterations.ts';
import type { Run } from '../run.ts';
import type { RunListener } from '../run-listener.ts';
import type { RunServices } from '../run-services.ts';
import type { Ending } from '../store/run-memory.ts';
import type { StoredRun } from '../store/run-rows.ts';
import { runStore } from '../store/run-store.ts';
import { beginRun, unheldBudget } from './begin.ts';
import { finishRun, pruneAfter } from './finish-run.ts';
import { followedBy } from './followers.ts';
import { createIterationLog } from './iteration-log.ts';
import { createJournal } from './journal.ts';
import { type LoopOptions, loop } from './loop.ts';
import { failed } from './next-step.ts';
import { prepareRun, type ReadyRun } from './prepare-run.ts';
import { recover } from './recover.ts';
import type { RunContext } from './run-context.ts';
import { holdRunLease, leasePurpose } from './run-lease.ts';
import { watchForCancel } from './watch-for-cancel.ts';

export interface ExecuteOptions extends LoopOptions {
  /** Aborting it cancels the run. */
  readonly signal: AbortSignal;
  readonly listener?: Partial<RunListener>;
}

/**
 * Works on a run until it has ended: from its start, or from the start of the iteration in which it was broken off.
 * Throws LeaseTakenError while another process works in the root. A run that is complete is answered as it is.
 */
export async function executeRun(
  services: RunServices,
  runId: string,
  { signal, listener = {}, confirm }: ExecuteOptions,
): Promise<Run> {
  const { clock, logger } = services;
  const database = await services.database();
  const store = runStore(database, clock);
  const known = await store.get(runId);
  refuseUndone(known);
  if (known.status === 'complete') return known;
  const lease = await holdRunLease(database, services, leasePurpose(runId));
  const watch = watchForCancel({ runId, store, lease, signal });
  try {
    const run = await store.get(runId);
    if (run.status === 'complete') return run;
    const transcript = services.transcript(run);
    const follower = followedBy([transcript, listener], logger);
    const log = createIterationLog(store, runId);
    const context: RunContext = {
      services,
      store,
      runId,
      options: run.options,
      journal: createJournal({
        runId,
        store,
        listener: follower,
        lease,
        onWritten: log.written,
      }),
      listener: follower,
      signal: watch.signal,
      lost: lease.signal,
      scratch: snapshotFolder(services.root, services.dataFolder),
      run: () => store.get(runId),
      iterations: log.read,
    };
    try {
      await beginRun(context);
      // Not before: a run that was cancelled and is resumed is no longer called off.
      await watch.start();
      await workUntilEnd(context, confirm ? { confirm } : {});
    } finally {
      await context.journal.flush().catch(() => undefined);
      transcript.close(await store.get(runId), await store.iterations(runId));
    }
    const ended = await store.get(runId);
    await services.notify?.('finish', ended, await store.iterations(runId));
    await pruneAfter(context);
    return ended;
  } finally {
    watch.stop();
    // Whoever lost the lease has nothing to release, and must not speak for the run.
    await lease.release();
    lease.signal.throwIfAborted();
  }
}

function refuseUndone({ id, undone, memory }: StoredRun): void {
  if (!undone && memory.undo === undefined) return;
  throw new ToolError('conflict', `Run ${id} was undone and cannot go on.`, {
    hint: 'Start a new one: ralph run',
  });
}

async function workUntilEnd(context: RunContext, options: LoopOptions): Promise<void> {
  let ready: ReadyRun | undefined;
  let ending: Ending;
  try {
    const unheld = unheldBudget(context.options);
    if (unheld !== undefined) ending = failed(unheld);
    else {
      ready = await prepareRun(context);
      await rememberEarlierRuns(ready);
      await goOn(ready);
      ending = await loop(ready, options);
      context.lost.throwIfAborted();
      if (ending.status === 'cancelled') {
        await recover(ready, 'the run was cancelled');
        await rememberIterations(ready);
      }
    }
  } catch (thrown) {
    // Somebody else may be at work by now: nothing more is written or put back.
    context.lost.throwIfAborted();
    if (!(thrown instanceof UserError || thrown instanceof ToolError)) {
      context.services.logger.error('a run failed', { run: context.runId, reason: `${thrown}` });
    }
    const hint =
      thrown instanceof UserError || thrown instanceof ToolError ? ` ${thrown.hint}` : '';
    ending = failed(`${errorMessage(thrown)}${hint}`);
    // What cannot be put back now is put back when the run is resumed.
    if (ready) await recover(ready, 'the run failed').catch(() => undefined);
  }
  const last = (await context.iterations()).at(-1);
  const waits = ending.status === 'stopped' && last?.memory.needs_approval === true;
  await finishRun(
    ready ?? context,
    ending,
    waits && last?.memory.ends_run?.reason === ending.reason,
  );
}

/** After a crash, or when a person asked an ended run to go on. */
async function goOn(ready: ReadyRun): Promise<void> {
  const iterations = await ready.iterations();
  const last = iterations.at(-1);
  if (!last) return;
  const howToRecover = await recover(ready);
  await rememberIterations(ready);
  await ready.journal.write({
    events: [
      {
        iteration: null,
        event: { kind: 'run_resumed', iteration: last.number, how_to_recover: howToRecover },
      },
    ],
  });
}
