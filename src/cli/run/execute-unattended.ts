import type { App } from '../../app/create-app.ts';
import { hasEnded } from '../../loop/runs/run.ts';
import { takeUpRun } from '../../loop/runs/start/take-up-run.ts';
import type { RunStore } from '../../loop/runs/store/run-store.ts';
import type { Invocation } from '../command.ts';

/** Works on a run as a process of its own: it shows nothing, and everything is in the run's log and rows. */
export async function executeUnattended(
  invocation: Invocation,
  app: App,
  store: RunStore,
  runId: string,
): Promise<number> {
  // It was given up while this process was on its way.
  if (hasEnded(await store.get(runId))) return 1;
  const signal = invocation.askedToStop ?? invocation.signal;
  const { exit_code } = await takeUpRun(await app.runs(), runId, { signal });
  return exit_code ?? 1;
}
