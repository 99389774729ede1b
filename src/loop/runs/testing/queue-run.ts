import { systemClock } from '../../../base/clock.ts';
import type { Database } from '../../../storage/open-database.ts';
import type { RunTables } from '../store/tables.ts';
import { insertRun, type NewRun } from '../store/write-run.ts';
import { runOptions } from './run-options.ts';

/** A run that waits for its process, whatever others are under way. */
export async function queueRun(
  database: Database<RunTables>,
  { id, ...given }: Partial<NewRun> & Pick<NewRun, 'id'>,
): Promise<void> {
  const run = {
    id,
    options: runOptions(),
    startedBy: 'cli',
    logPath: `.ralph/logs/${id}.log`,
    createdAt: systemClock.now(),
    ...given,
  } as const;
  await database.transaction((tx) => insertRun(tx, run));
}
