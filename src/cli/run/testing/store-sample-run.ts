import { openProjectDatabase } from '../../../app/database.ts';
import { createLogger } from '../../../base/logger.ts';
import { runStore } from '../../../loop/runs/store/run-store.ts';
import { queueRun } from '../../../loop/runs/testing/queue-run.ts';
import {
  sampleEvents,
  sampleIterations,
  sampleRun,
} from '../../../loop/runs/testing/sample-run.ts';

/** Puts the sample run into a project's database; `unended` leaves out its end, as when its process was killed. */
export async function storeSampleRun(
  root: string,
  { id = sampleRun.id, unended = false } = {},
): Promise<void> {
  const logger = createLogger({ write: () => undefined });
  const database = await openProjectDatabase(root, logger);
  let time = sampleRun.created_at;
  const store = runStore(database, { now: () => new Date(time) });
  const { options, started_by: startedBy, log_path: logPath } = sampleRun;
  await queueRun(database, { id, options, startedBy, logPath, createdAt: new Date(time) });
  for (const { number, attempt, ...iteration } of sampleIterations) {
    const key = { run_id: id, number, attempt };
    const { run_id, launch_id, started_at, context: _, ...patch } = iteration;
    const { agent, session_id, task_id } = patch;
    const memory = { snapshot: 'snap', gates_launch: 'gate', start_tree: 'tree', task: null };
    await store.write(id, {
      newIteration: { ...key, agent, session_id, task_id, launch_id, started_at, memory },
      iteration: { key, patch },
    });
  }
  for (const { at, iteration, event } of sampleEvents) {
    if (unended && event.kind === 'run_ended') continue;
    time = at;
    await store.record(id, iteration, event);
  }
  const { status, started_at, ended_at, exit_code, reason, baseline } = sampleRun;
  await store.write(id, {
    run: unended
      ? { status: 'running', phase: 'gates', started_at, baseline }
      : { status, started_at, ended_at, exit_code, reason, baseline },
  });
  await database.close();
}
